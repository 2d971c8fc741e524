import { deepCopy, sleep, type ITriggerFunctions } from 'n8n-workflow';

import { shownAddress } from '../../api/addresses';
import { loadCredential } from '../../api/client';
import { AnswerError, UserError } from '../../api/errors';
import { settle } from '../../api/basics';
import { patient } from '../../api/retry';
import { MenuPart, type MenuMemory } from '../../commandList/botMenu';
import { toNodeError } from '../../engine/nodeErrors';
import { hold, nodeKeyOf, registry } from '../../memory/registry';
import { ASKED, pendingDropOf, reportMenu } from '../../dispatch/botAccess';
import { Poller } from './poller';
import { isStarting, PollingTrigger } from './pollingTrigger';

/** A server that is slow to set the menu must not delay n8n's start. */
const LONGEST_FOR_MENU_MS = 5000;

/** Whether a retry cannot help: the server does not know this token. */
const isFinal = (error: unknown) =>
	error instanceof AnswerError && [401, 403, 404].includes(error.code);

/** Drops what waits on the server. Throws if a webhook is in the way. */
async function dropPending({ call, options }: PollingTrigger): Promise<void> {
	const { url } = await call('getWebhookInfo', {});
	if (url && !options.removeWebhook) {
		throw new UserError(
			`The bot sends its updates to a webhook at ${shownAddress(url)}`,
			'Remove it with Bot > Delete Webhook, or turn on Remove Webhook in the Options of this trigger.',
		);
	}
	await call('deleteWebhook', { drop_pending_updates: true });
}

/** Keeps trying in the background. Resolves when the planned changes are saved, or cannot be. */
async function show(menu: MenuPart, { call, context, form }: PollingTrigger): Promise<void> {
	await new Promise<void>((resolve) => {
		void settle(menu.show(patient(call), form.menu, resolve)).then(({ error }) => {
			if (error) reportMenu(context, error);
			resolve();
		});
	});
}

/** Joins a trigger to the poller of its bot. Returns what ends that. */
async function join(trigger: PollingTrigger): Promise<() => Promise<void>> {
	const { bot, call, context, form, isTest, subscription } = trigger;
	const poller = bot.part(Poller);
	const drop = pendingDropOf(bot, context);
	const error = await poller.whileComing(trigger, async () => {
		// When n8n starts, nothing prevents this start, and other workflows must not wait for the server.
		const { error: refusal } = await settle<unknown>(
			trigger.isStarting ? Promise.resolve() : call('getMe', {}),
		);
		// A temporary failure must not prevent the start: the loop keeps trying.
		if (refusal && (isTest || isFinal(refusal))) throw refusal as Error;
		const isShared = poller.triggers.length > 0;
		if (!refusal && form.dropsPending && drop.isAllowed(context) && !isShared) {
			await dropPending(trigger);
			drop.note();
		}
		return refusal;
	});
	const { judged, kinds, commands } = form;
	const trouble = () => poller.trouble;
	const lacks = () => poller.lacks;
	const about = { isTest, judged, kinds, commands, trouble, lacks };
	const release = hold(subscription, context, about);
	const leave = poller.join(trigger);
	trigger.leave = async () => await leave().finally(release);
	if (trigger.isStarting) registry.noteStart();
	const memory: MenuMemory = {
		read: () => trigger.memory?.read('menu') ?? [],
		write: (lists) => trigger.memory?.write('menu', deepCopy(lists)),
	};
	const menu = new MenuPart(bot, memory, nodeKeyOf(context));
	const hasMenu = !isTest && (form.menu.length > 0 || memory.read().length > 0);
	if (hasMenu) {
		const shown = show(menu, trigger);
		// After a publication, n8n saves what the trigger remembers of the menu. When n8n starts, that is not new.
		if (!error && !trigger.isStarting) await Promise.race([shown, sleep(LONGEST_FOR_MENU_MS)]);
	}
	return async () => {
		if (!isTest) drop.noteStop();
		await trigger.close();
		// Without commands, it does not wait for those of other workflows.
		if (!hasMenu) return;
		const { error: refusal } = await settle(menu.takeBack(patient(call)));
		if (!refusal) return;
		const reason = (refusal as Error).message;
		trigger.warn(`The menu of the bot may still show commands of this workflow: ${reason}`);
	};
}

/** Starts to turn a bot's updates into executions. Returns what stops it. Throws for a wrong form or token. */
export async function startPolling(context: ITriggerFunctions): Promise<() => Promise<void>> {
	if (isStarting(context)) registry.noteStart();
	const begin = async () => await join(new PollingTrigger(context, await loadCredential(context)));
	return await begin().catch((error) => {
		throw toNodeError(context.getNode(), error, ASKED);
	});
}
