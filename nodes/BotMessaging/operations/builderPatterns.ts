/** Two examples for AI builders, written for n8n's workflow SDK. */
export const MODERATE = `<patterns>
<pattern title="Moderate: delete messages with a forbidden word, and mute their writers for an hour">
const onMessage = trigger({ type: 'n8n-nodes-bot-messaging.botMessagingPollingTrigger', version: 1, config: { name: 'On Message', parameters: {
  updates: ['message'], filters: { textContains: 'casino', ignoreBots: true }
} } });
const removeIt = node({ type: 'n8n-nodes-bot-messaging.botMessaging', version: 1, config: { name: 'Delete It', parameters: {
  resource: 'message', operation: 'deleteMessage',
  chatId: { __rl: true, mode: 'id', value: expr('{{ $json.chatId }}') }, messageId: expr('{{ $json.messageId }}')
} } });
const mute = node({ type: 'n8n-nodes-bot-messaging.botMessaging', version: 1, config: { name: 'Mute the Writer', parameters: {
  resource: 'member', operation: 'restrictChatMember',
  chatId: { __rl: true, mode: 'id', value: expr("{{ $('On Message').item.json.chatId }}") }, userId: { __rl: true, mode: 'id', value: expr("{{ $('On Message').item.json.userId }}") },
  permissions: 'mute', until: 'duration', untilAmount: '1', untilUnit: 'hours'
} } });
export default workflow('moderate', 'Moderate').add(onMessage).to(removeIt).to(mute);
</pattern>
</patterns>`;

export const ASK_AND_BRANCH = `<patterns>
<pattern title="Ask in a chat, and branch by the answer: output 0 is No Answer, then comes one for each button">
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });
const ask = node({ type: 'n8n-nodes-bot-messaging.botMessaging', version: 1, config: { name: 'Ask', parameters: {
  resource: 'message', operation: 'sendAndWait', chatId: { __rl: true, mode: 'id', value: '-1001234567890' },
  message: 'Publish the new prices?', responseType: 'approval', outputs: 'perAnswer',
  approvalOptions: { button: [{ text: 'Publish', value: 'publish', approves: true }, { text: 'Not yet', value: 'wait', approves: false }] },
  limitWaitTime: true, limitType: 'afterTimeInterval', resumeAmount: '12', resumeUnit: 'hours'
} } });
const noAnswer = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'No Answer' } });
const publish = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'Publish' } });
const notYet = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'Not Yet' } });
export default workflow('ask', 'Ask').add(start).to(ask).add(ask.output(0).to(noAnswer)).add(ask.output(1).to(publish)).add(ask.output(2).to(notYet));
</pattern>
</patterns>`;
