import type { ICredentialsDecrypted, IDataObject, ITriggerFunctions } from 'n8n-workflow';

import type { MethodName, ParamsOf, ResultOf } from '../../../../reference';
import { createCall, loadCredential, type Call, type CallOptions } from '../../api/client';
import { createDownload } from '../../api/download';
import { AnswerError, TransportError } from '../../api/errors';
import { DEFAULT_TRAFFIC } from '../../api/traffic';
import type { Bot } from '../../bots/bot';
import { botOf } from '../../bots/registry';
import { patiently, type MediaSource } from '../mediaSource';
import { isUnauthorized } from './diagnosis';

/**
 * A trigger's access to its bot. n8n does not restart a trigger when its credential changes, so after
 * a refused token or without its proxy the credential is read again before the next request.
 */
export class BotAccess {
	bot: Bot;

	readonly files: MediaSource;

	private isRefused = false;

	/** @param onMoved called when the credential has become that of another bot, or another address */
	constructor(
		private readonly context: ITriggerFunctions,
		private credential: ICredentialsDecrypted,
		private readonly onMoved: (bot: Bot) => void,
	) {
		this.bot = botOf(credential.data);
		this.files = patiently({
			helpers: context.helpers,
			call: async (...request) => await this.call(...request),
			download: async (path) =>
				await createDownload(context, this.credential, DEFAULT_TRAFFIC)(path),
		});
	}

	/** Today's credential, decrypted. */
	get data(): IDataObject | undefined {
		return this.credential.data;
	}

	/** Calls today's bot; refused once the credential has become another bot's. */
	get call(): Call {
		const { bot } = this;
		return async (...request) => await this.ask(bot, ...request);
	}

	private async ask<M extends MethodName>(
		bot: Bot,
		...request: [M, ParamsOf<M>, CallOptions?]
	): Promise<ResultOf<M>> {
		if (this.isRefused) await this.renew();
		if (this.bot.id !== bot.id)
			throw new AnswerError(401, 'The credential now belongs to another bot');
		const call = createCall(this.context, this.credential, DEFAULT_TRAFFIC);
		return await call(...request).catch((error) => {
			const isAtProxy = error instanceof TransportError && error.atProxy;
			this.isRefused = isAtProxy || isUnauthorized(error);
			throw error;
		});
	}

	private async renew(): Promise<void> {
		this.credential = await loadCredential(this.context);
		this.isRefused = false;
		const bot = botOf(this.credential.data);
		if (bot.id === this.bot.id) return;
		this.bot = bot;
		this.onMoved(bot);
	}
}
