import { isPresent, standing } from './standing';
import { useView } from './view';

/** Selects the reader among all people of the emulator. */
export function WhoSelect({
	chatId,
	onSelect,
}: {
	chatId: number | null;
	onSelect(userId: number): void;
}) {
	const { world, me } = useView();
	const people = [...world.users.values()].filter(({ is_bot }) => !is_bot);
	const memberOf = (userId: number) => (chatId === null ? undefined : world.member(chatId, userId));
	const inside = people.filter(({ id }) => isPresent(memberOf(id)));
	const outside = people.filter((person) => !inside.includes(person));
	const options = (list: typeof people) =>
		list.map(({ id, first_name }) => {
			const member = memberOf(id);
			const words = member ? `${first_name}, ${standing(member)}` : first_name;
			return (
				<option key={id} value={id}>
					{words}
				</option>
			);
		});
	return (
		<label class="who">
			<span>You are</span>
			<select value={me} onChange={({ currentTarget }) => onSelect(Number(currentTarget.value))}>
				{inside.length > 0 && <optgroup label="In this chat">{options(inside)}</optgroup>}
				<optgroup label={inside.length > 0 ? 'Not in this chat' : 'People'}>
					{options(outside)}
				</optgroup>
			</select>
		</label>
	);
}
