import FormData from 'form-data';

import type { TestEmulator } from '../support/emulator';
import type { Answer } from './answers';
import { post as postForm } from './upload';

/** Calls a method with its parameters in one of the API's ways. */
export type Way = (method: string, params: Record<string, unknown>) => Promise<Answer>;

/** Values as text: objects and lists as JSON. */
const asText = (params: Record<string, unknown>): Array<[string, string]> =>
	Object.entries(params).map(([name, value]) => [
		name,
		typeof value === 'string' ? value : JSON.stringify(value),
	]);

/** The ways to call an emulator (reference 2.2). */
export function waysTo(emulator: TestEmulator) {
	const request = async (path: string, init: RequestInit): Promise<Answer> => {
		const response = await fetch(`${emulator.url}/bot${emulator.token}/${path}`, init);
		return { status: response.status, body: await response.json() };
	};
	const post = async (method: string, body: RequestInit['body'], type?: string) =>
		await request(method, {
			method: 'POST',
			body,
			headers: type === undefined ? {} : { 'content-type': type },
		});
	const inQuery =
		(httpMethod: string): Way =>
		async (method, params) =>
			await request(`${method}?${new URLSearchParams(asText(params)).toString()}`, {
				method: httpMethod,
			});
	const inForm: Way = async (method, params) =>
		await post(method, new URLSearchParams(asText(params)));
	const inMultipart: Way = async (method, params) => {
		const form = new FormData();
		for (const [name, value] of asText(params)) form.append(name, value);
		return await postForm(`${emulator.url}/bot${emulator.token}/${method}`, form);
	};
	const inJson: Way = async (method, params) =>
		await post(method, JSON.stringify(params), 'application/json; charset=utf-8');
	const all: Array<[string, Way]> = [
		['the query of a GET', inQuery('GET')],
		['the query of a POST', inQuery('POST')],
		['a form', inForm],
		['multipart', inMultipart],
		['JSON', inJson],
	];
	return { all, post, inForm, inJson, inMultipart };
}
