import './expectations';
import { collectOutputs } from './outputs';

/** Prints the outputs of all operations and of the triggers as JSON. */
async function main(): Promise<void> {
	const outputs = await collectOutputs();
	console.log(JSON.stringify([...outputs]));
}

void main();
