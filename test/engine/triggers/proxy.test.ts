import { useClock } from '../../support/clock';
import { usePolling } from '../../support/pollingTests';
import { startProxy } from '../../support/proxy';

useClock();
const { token, start, say, soon, held } = usePolling();

test('a trigger polls through the proxy of its credential, even after the proxy was down', async () => {
	const first = await startProxy('me:secret-password');
	const second = await startProxy();
	try {
		const trigger = await start({}, {}, {}, { proxySecretUrl: first.url });
		await held();
		await say('one');
		await soon('it comes', () => trigger.texts.includes('one'));
		const polls = first.asked.filter((url) => url.endsWith(`/bot${token()}/getUpdates`));
		expect(polls.length).toBeGreaterThan(0);
		await first.close();
		await soon('it is told', () => trigger.logged.length === 1);
		// It depends on whether a request was in progress when the proxy stopped.
		expect(trigger.logged[0]).toMatch(/The proxy does not answer|The connection was interrupted/);
		expect(trigger.logged[0]).not.toContain('secret-password');
		trigger.paste({ proxySecretUrl: second.url });
		await say('two');
		await soon('it continues', () => trigger.texts.includes('two'));
		expect(second.asked).not.toEqual([]);
		await held();
		await trigger.stop();
	} finally {
		await Promise.all([first.close().catch(() => {}), second.close()]);
	}
});
