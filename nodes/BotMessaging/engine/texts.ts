import type { IDataObject } from 'n8n-workflow';

import { hasTelegramFormats } from '../../../credentials/BotMessagingApi.credentials';
import { Texts } from '../format';

/** The texts of one item, in the formats of the server that a credential leads to. */
export const textsFor = (credential: IDataObject | undefined) =>
	new Texts(hasTelegramFormats(credential as never) ? 'telegram' : 'safew');
