import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { attachmentsMachine, canRetry } from '../../../src/machines/support/attachmentsMachine.ts';
import { Attachments } from '../../../src/screens/support/Attachments.tsx';
import { failure } from '../../support/actors.ts';
import { bill } from '../../support/emails.ts';
import { chooseFile, press } from '../../support/replay/gestures.ts';
import { type ActorOf, screenMap } from '../../support/replay/screenMap.ts';

type Actor = ActorOf<typeof attachmentsMachine>;

const files = ['first.pdf', 'second.pdf'].map(
  (name) => new File(['a bill'], name, { type: 'application/pdf' }),
);
const fileOf = (actor: Actor, key: number) =>
  actor.getSnapshot().context.files.find((file) => file.key === key);
const failed = (code: 'NETWORK' | 'FILE_TYPE') => ({ type: 'upload.failed', failure: failure(code) });

export const map = screenMap({
  machine: attachmentsMachine,
  input: () => ({ attachments: [] }),
  screen: (actor) => (
    <>
      <PageTitle>Support</PageTitle>
      <Attachments attachments={actor} />
    </>
  ),
  person: files.flatMap((file, key) => [
    {
      events: [{ type: 'files.chosen', files: [file] }],
      by: chooseFile('Add files', file),
      offered: (actor) => (actor as Actor).getSnapshot().context.made === key,
    },
    {
      events: [{ type: 'file.removed', key }],
      by: press(new RegExp(`^(?:Cancel upload of|Remove) ${file.name}$`)),
      offered: (actor) => fileOf(actor as Actor, key) !== undefined,
    },
    {
      events: [{ type: 'upload.retried', key }],
      by: press(`Send ${file.name} again`),
      offered: (actor) => {
        const found = fileOf(actor as Actor, key);
        return found !== undefined && canRetry(found);
      },
    },
  ]),
  outside: [{ event: { type: 'files.forgotten' }, isNavigation: true }],
  answers: {
    uploadFile: {
      says: [
        { type: 'upload.progressed', sent: 3, total: 6 },
        { type: 'upload.finished', attachment: bill },
        failed('NETWORK'),
        failed('FILE_TYPE'),
      ],
    },
  },
  distinguish: (actor) => {
    const { files: attached, made } = actor.getSnapshot().context;
    return [made, attached.map(({ key, status, failure: why }) => [key, status, why?.code])];
  },
  // The input behind the button has no name, and more than two files are as two are.
  views: [/^$/, 'Add files'],
});
