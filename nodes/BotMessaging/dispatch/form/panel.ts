/** What to do while a test run waits. */
export const TRY_IT =
	'Do in a chat of the bot what this trigger waits for: for example, write, press a button, or join';

/** What the editor says beside the form of a trigger. */
export const triggerPanel = {
	header: TRY_IT,
	executionsHelp:
		'<b>While building your workflow</b>, click the ‘Execute step’ button, then do in a chat of the bot what this trigger waits for. It will show up in this editor.<br /><br /><b>Once you are happy with your workflow</b>, publish it. Then it runs automatically each time something happens. These executions show up in the <a data-key="executions">executions list</a>, but not in the editor.',
	activationHint:
		'Once you’ve finished building your workflow, publish it to have it run automatically.',
};
