import type { SavedFlow } from '../../machines/core/savedFlow.ts';
import { sentFlow } from '../../machines/support/message.ts';
import type { SavedFlows } from '../../services/core/savedFlows.ts';

/**
 * Keeps the record of a message to support, whose form several tabs may have open; null deletes it. A sent message has a record of its own
 * beside the draft: another tab neither replaces nor deletes it before it has read it. A draft takes the place of another tab's, and does not
 * delete it.
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
  if ((record && !isSent) || isOwn(flow)) write(flow, isSent ? null : record);
  if (isSent) write(sentFlow(flow), record);
}
