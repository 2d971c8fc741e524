import fc from 'fast-check';

import { Room } from '../../../../nodes/BotMessaging/sources/polling/room';
import { playModel } from '../../../support/model';

const MOST = 20;

interface One {
	guest: { person: string; count: number; size: number };
}

const step = fc.record({
	what: fc.constantFrom('come', 'come', 'come', 'begin', 'clear'),
	person: fc.constantFrom('Mia', 'Mia', 'Olga', 'Zoe'),
	size: fc.nat(6).map((size) => size + 1),
	which: fc.nat(1000),
});

const sizeOf = (all: One[], person?: string) =>
	all
		.filter(({ guest }) => person === undefined || guest.person === person)
		.reduce((sum, { guest }) => sum + guest.size, 0);

test('what is too much is the newest of who has most, and nothing else; all of it is told once', async () => {
	await playModel(step, (steps) => {
		const room = new Room<One>(MOST);
		const droppedOf = new Map<string, number>();
		const told = new Map<string, number>();
		const tell = () => {
			const { begun, over } = room.takeNews();
			for (const [person, count] of over) told.set(person, (told.get(person) ?? 0) + count);
			expect(new Set(begun).size).toBe(begun.length);
			for (const person of begun) expect(droppedOf.get(person)).toBeGreaterThan(0);
		};
		let known: One[] = [];
		for (const { what, person, size, which } of steps) {
			if (what === 'clear' && which % 10 === 0) {
				room.clear();
				known = [];
			} else if (what === 'come') {
				const one = { guest: { person, count: 1 + (which % 2), size } };
				known.push(one);
				room.add(one);
				for (const gone of room.surplus()) {
					const { person: loser, count } = gone.guest;
					expect(sizeOf(known)).toBeGreaterThan(MOST);
					for (const { guest } of known)
						expect(sizeOf(known, guest.person)).toBeLessThanOrEqual(sizeOf(known, loser));
					expect(known.filter(({ guest }) => guest.person === loser).at(-1)).toBe(gone);
					known = known.filter((other) => other !== gone);
					droppedOf.set(loser, (droppedOf.get(loser) ?? 0) + count);
				}
			} else if (known.length > 0) {
				const [one] = known.splice(which % known.length, 1);
				expect(room.delete(one)).toBe(true);
			}
			expect([...room]).toEqual(known);
			expect(sizeOf(known)).toBeLessThanOrEqual(MOST);
			if (which % 3 === 0) tell();
		}
		room.clear();
		tell();
		expect(told).toEqual(droppedOf);
	});
});

test('someone who still has something waiting is named once', () => {
	const room = new Room<One>(2);
	for (let n = 0; n < 10; n++) {
		room.add({ guest: { person: 'Mia', count: 1, size: 1 } });
		room.surplus();
	}
	expect(room.takeNews()).toEqual({ begun: ['Mia'], over: [] });
	expect(room.takeNews()).toEqual({ begun: [], over: [] });
	room.clear();
	expect(room.takeNews()).toEqual({ begun: [], over: [['Mia', 8]] });
});
