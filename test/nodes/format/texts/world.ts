import type { Text } from './text';

/** Other scripts, emoji, and whole answers. */
export const worldTexts: Text[] = [
	['**重要**：请注意', '{b 重要}：请注意'],
	['这是**非常重要**的', '这是{b 非常重要}的'],
	['**中文（注）**后文', '{b 中文（注）}后文'],
	['これは**「強調」**です', 'これは{b 「強調」}です'],
	['**한국어(서울)**입니다', '{b 한국어(서울)}입니다'],
	['请看https://x.example/a_b。谢谢', '请看https://x.example/a_b。谢谢'],
	['- **苹果**：3个', '• {b 苹果}：3个'],
	['**مهم**: اقرأ هذا', '{b مهم}: اقرأ هذا'],
	['- שלום\n- **עולם**', '• שלום\n• {b עולם}'],
	['**Привет**, _мир_!', '{b Привет}, {i мир}!'],
	['slovo_so_znakom_ž', 'slovo_so_znakom_ž'],
	['**ไทย**ครับ', '{b ไทย}ครับ'],
	['✅ **Done**', '✅ {b Done}'],
	['**Done** ✅', '{b Done} ✅'],
	['**🚀 Launch!**', '{b 🚀 Launch!}'],
	['**Ready!**🎉', '{b Ready!}🎉'],
	['👨‍👩‍👧‍👦 *family* 🇩🇪', '👨‍👩‍👧‍👦 {i family} 🇩🇪'],
	['## 🌍 World', '{b 🌍 World}'],
	['1️⃣ One\n2️⃣ Two', '1️⃣ One\n2️⃣ Two'],
	['“**quoted**” — *dash*', '“{b quoted}” — {i dash}'],
	['(**bold**)', '({b bold})'],
	['**Q:** Why?\n**A:** Because.', '{b Q:} Why?\n{b A:} Because.'],
	[
		"Sure! Here's a plan:\n\n## Steps\n\n1. **Install** it:\n   ```bash\n   npm i\n   ```\n2. Run `npm start`.\n\n> Tip: use *Node 20*.",
		"Sure! Here's a plan:\n\n{b Steps}\n\n1. {b Install} it:\n{pre:bash npm i}\n2. Run {c npm start}.\n\n{q Tip: use {i Node 20}.}",
	],
	[
		'### Result\n| Item | Price |\n|------|------:|\n| Tea | $3 |\n\n**Total:** $3 * 2 = $6',
		'{b Result}\n{pre Item | Price\n-----+------\nTea  |    $3}\n\n{b Total:} $3 * 2 = $6',
	],
	['**Pros**\n- fast\n- cheap\n\n**Cons**\n- new', '{b Pros}\n• fast\n• cheap\n\n{b Cons}\n• new'],
	['Line with trailing spaces   \n\n   \nEnd', 'Line with trailing spaces\n\nEnd'],
	['\r\n**a**\r\n\r\nb\r\n', '{b a}\n\nb'],
	['Answer: **42', 'Answer: **42'],
];
