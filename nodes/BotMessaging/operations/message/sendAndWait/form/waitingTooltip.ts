import { FORM_OPERATION } from '../forms/form';
import { OPERATION } from './outputs';

/**
 * What the editor says of a node that waits: for whom, and until when. n8n evaluates this text by itself. It
 * reads the parameters as they are saved, because no item is at hand that could fill in an expression, and
 * shows the result as HTML, so the name of a chat loses its angle brackets. An amount such as 2h has its own unit.
 */
export const waitingTooltip = `={{ ((form) => {
	const waits = ["${OPERATION}", "${FORM_OPERATION}"];
	if (!waits.includes(form.operation)) return "";
	const written = (value) => value && !String(value).startsWith("=") ? String(value) : undefined;
	const { value, cachedResultName } = form.chatId ?? {};
	const chat = written(cachedResultName) ?? written(value) ?? "the chat";
	const amount = written(form.resumeAmount);
	const unit = amount === "1" ? form.resumeUnit?.slice(0, -1) : form.resumeUnit;
	const time = /^[\\d.\\s]+$/.test(amount) ? amount + " " + unit : amount;
	const date = written(form.maxDateAndTime);
	const ends = form.limitType === "atSpecifiedTime"
		? date && "until " + date.replace(/T(\\d\\d:\\d\\d).*/, " $1")
		: amount && "for up to " + time;
	const isEndless = form.limitType !== "atSpecifiedTime" && /^\\D+$/.test(amount ?? "");
	const words = "Waits for an answer in " + chat;
	return (form.limitWaitTime && !isEndless ? words + ", " + (ends ?? "for a limited time") : words).replace(/[<>]/g, "");
})($parameter.toJSON?.() ?? $parameter) }}`;
