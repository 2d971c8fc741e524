import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { World } from './world';

/** Available to every part of the page. */
export interface View {
	world: World;
	/** Who the reader is. */
	me: number;
	/** Shows a message for a few seconds. */
	toast(text: string, kind?: 'plain' | 'bad'): void;
}

const Context = createContext<View | undefined>(undefined);

export const ViewProvider = Context.Provider;

export function useView(): View {
	return useContext(Context)!;
}
