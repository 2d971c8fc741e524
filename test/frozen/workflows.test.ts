import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { useBot } from '../support/bot';
import { outputsOf, sentBy, type SavedNode, type SavedTrigger } from './support/saved';

/*
 * What workflows of version 0.2.0 hold, a line for each: first the updates that the triggers get, then a
 * trigger of each example with the output of each update, then nodes with what they send. A later version
 * does the same with them. What is new gets new lines.
 */
const [{ updates }, ...lines] = readFileSync(join(__dirname, 'workflows.jsonl'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line));
const triggers = lines.filter(({ outputs }) => outputs) as SavedTrigger[];
const nodes = lines.filter(({ sent }) => sent) as SavedNode[];

const bot = useBot();

test('there are triggers and nodes of forty workflows and more', () => {
	expect(triggers.length).toBeGreaterThan(35);
	expect(new Set(nodes.map(({ operation }) => operation)).size).toBeGreaterThan(50);
});

test.each(triggers)('the trigger of $name starts as it did', async ({ outputs, ...saved }) => {
	expect(await outputsOf(bot, saved, updates)).toEqual(outputs);
});

test.each(nodes)('$operation sends what it sent: $parameters', async ({ sent, ...saved }) => {
	expect(await sentBy(bot, saved)).toEqual(sent);
});
