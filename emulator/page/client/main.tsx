import { render } from 'preact';

import './styles/base.css';
import './styles/layout.css';
import './styles/chats.css';
import './styles/messages.css';
import './styles/media.css';
import './styles/composer.css';
import './styles/panel.css';

import { App } from './app';

render(<App />, document.getElementById('app')!);
