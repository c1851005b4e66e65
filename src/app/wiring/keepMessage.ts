import { type SavedFlow, tabDraftsFlow } from '../../machines/core/savedFlow.ts';
import { draftFlows, sentFlow } from '../../machines/support/message.ts';
import type { SavedFlows } from '../../services/core/savedFlows.ts';

/**
 * Keeps the record of a message to support, whose form several tabs may have open; null deletes it. A sent message has a record of its own
 * beside the draft: another tab neither replaces nor deletes it before it has read it. The same holds for a draft: a tab that finds another's
 * in its place takes the next name. Only when every name has a draft of another tab is the first of them replaced.
 */
export function keepMessage(
  { keep, read, isOwn }: Pick<SavedFlows, 'keep' | 'read' | 'isOwn'>,
  flow: string,
  record: SavedFlow | null,
): void {
  const isSent = record?.step === 'sent';
  const isFree = isOwn(sentFlow(flow));
  /** What was written is read again, so that it is this tab's own. */
  const write = (name: string, written: SavedFlow | null) => {
    keep(name, written);
    read(name);
  };
  if (isSent && !isFree) return;
  // The draft is deleted before a message is stored, because there may be no room for both.
  if (!isSent && isFree) write(sentFlow(flow), null);
  const draft = isSent ? null : record;
  const own = draftFlows(flow).filter(isOwn);
  const place = (draft && own[0]) ?? flow;
  for (const name of own) if (name !== place || draft === null) write(name, null);
  if (draft) write(place, draft);
  const places = read(tabDraftsFlow)?.values;
  if (place !== (places?.[flow] ?? flow)) {
    keep(tabDraftsFlow, { step: 'drafting', values: { ...places, [flow]: place }, key: null, quote: null });
  }
  if (isSent) write(sentFlow(flow), record);
}
