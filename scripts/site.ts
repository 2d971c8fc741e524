/** `npm run tool -- site`: all pages as one site in site/, to open from the folder or to publish. It needs no network. */
import { join } from 'node:path';

import { ROOT } from './lib/paths';
import { buildSite } from './site/build';

const SITE = join(ROOT, 'site');

console.log(`${buildSite(SITE)} pages: open ${join(SITE, 'index.html')}`);
