import type { IDataObject } from 'n8n-workflow';

/** The fields of a trigger for a menu with two pages. */
export const menuOf = (price: string): IDataObject => ({
	menu: 'form',
	menuPages: {
		page: [
			{
				name: 'Start',
				text: 'Welcome!',
				buttons: { button: [{ label: 'Drinks', onPress: 'page', page: 'Drinks' }] },
			},
			{
				name: 'Drinks',
				text: `A tea is ${price}.`,
				buttons: {
					button: [
						{ label: 'Order', onPress: 'start', value: `tea for ${price} `.repeat(20) },
						{ label: 'Back', onPress: 'back', newRow: true },
					],
				},
			},
		],
	},
});
