import { Context } from '../../../nodes/BotMessaging/update/context';
import { compileRules, RuleMemory } from '../../../nodes/BotMessaging/moderation/rules';
import { message } from '../update/samples';

test.each([
	'我的电脑用 NVIDIA RTX 显卡和 AMD CPU，请问玩游戏怎么样？谢谢大家的回答',
	'请问这个 USB TYPE-C 转 HDMI 的线好用吗？我想买一根',
	'هل تعرف كيف أثبت NVIDIA CUDA على هذا الجهاز الجديد؟',
])('text does not count as capitals: %s', (text) => {
	const judge = compileRules({ moreCapitalsThan: 70 });
	expect(judge([new Context(message({ text }))], new RuleMemory())).toBe(undefined);
});
