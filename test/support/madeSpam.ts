import type { JudgedText } from '../../nodes/BotMessaging/moderation/learned';

/** Numbers from 0 to `below` that are the same for a seed. */
function choices(seed: number): (below: number) => number {
	let state = seed * 2_654_435_761;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

type Parts = string[][];

const ENGLISH: { spam: Parts; good: Parts } = {
	spam: [
		[
			'Hello friends,',
			'Dear members,',
			'Attention!',
			'Who wants',
			'Good news:',
			'Last chance:',
			'',
		],
		['earn', 'make', 'win', 'double', 'get', 'receive'],
		['500$', '3000 dollars', 'easy money', 'a bonus', 'your salary', 'free coins', '0.5 BTC'],
		['a day', 'every week', 'without work', 'from home', 'at our casino', 'with crypto'],
		[
			'write to our manager',
			'see https://win.example/x',
			'contact @easy_cash',
			'join my channel',
			'register now',
		],
	],
	good: [
		[
			'Hello',
			'I think',
			'Does anybody know if',
			'Yesterday',
			'My sister says that',
			'No,',
			'Well,',
			'',
		],
		[
			'the train',
			'our teacher',
			'this phone',
			'the weather',
			'my money',
			'the new update',
			'the game',
		],
		[
			'was late',
			'looks fine',
			'does not start',
			'is better now',
			'comes at 5',
			'cost 30 dollars',
			'broke',
		],
		['again', 'in the morning', 'after work', 'at home', 'for me', 'on https://docs.example', ''],
		['what do you think?', 'thanks', 'see you', 'I will write later', 'lol', ''],
	],
};

const CHINESE: { spam: Parts; good: Parts } = {
	spam: [
		['大家好', '朋友们', '兄弟', '急招', '诚招', ''],
		['日赚', '月入', '轻松赚', '在家赚', '稳赚', '兼职赚'],
		['五百', '三千元', '上万', '1000', '零花钱', '大钱'],
		['无需经验', '手机操作', '一单一结', '免费带', '注册送彩金', '真人娱乐'],
		['加微信abc123', '联系客服', '私聊我', '点击链接', '加我薇信', '进群了解'],
	],
	good: [
		['我觉得', '今天', '昨天', '你们知道', '老师说', '妈妈', ''],
		['这个手机', '天气', '火车', '作业', '新版本', '微信', '钱包'],
		['很好用', '有点冷', '又晚点', '太多了', '打不开', '丢了', '不错'],
		['怎么办', '你呢', '谢谢大家', '明天再说', '哈哈', ''],
	],
};

const made = ({ spam, good }: typeof ENGLISH, glue: string) =>
	function rows(count: number, seed: number): JudgedText[] {
		const choose = choices(seed);
		return Array.from({ length: count }, (_none, at) => {
			const isSpam = choose(10) < 3;
			const parts = (isSpam ? spam : good).map((some) => some[choose(some.length)]);
			const more = choose(2) === 0 ? [] : good.map((some) => some[choose(some.length)]);
			const text = [...parts, ...more].filter(Boolean).join(glue);
			return { text: `${text}${glue}${at}`, isSpam };
		});
	};

/** Messages that a program makes, three tenths of them spam. */
export const madeRows = made(ENGLISH, ' ');

/** The same in a language without spaces. */
export const chineseRows = made(CHINESE, '');
