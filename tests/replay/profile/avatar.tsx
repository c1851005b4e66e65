import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { avatarMachine } from '../../../src/machines/profile/avatarMachine.ts';
import { PictureSection } from '../../../src/screens/profile/PictureSection.tsx';
import { failure } from '../../support/actors.ts';
import { vera } from '../../support/people.ts';
import { chooseFile, closeDialog, press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const file = new File(['a picture'], 'vera.png', { type: 'image/png' });
const user = { ...vera.user, avatar_file: { url: '/vera.png' } };
const lost = new CallError(failure('NETWORK'));
const refused = new CallError(failure('RATE_LIMITED', { requestId: 'r-1' }));

export const map = screenMap({
  machine: avatarMachine,
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Profile</PageTitle>
      <PictureSection avatar={actor} user={user} />
    </>
  ),
  person: [
    { events: [{ type: 'file.chosen', file }], by: chooseFile(/^Choose another/, file) },
    { events: [{ type: 'avatar.removed' }], by: press('Remove picture') },
    { events: [{ type: 'avatar.cancelled' }], by: closeDialog(/^(?:Cancel|Close)$/) },
    {
      events: [{ type: 'area.accepted' }],
      by: press('Use this picture'),
      offered: (actor) => actor.getSnapshot().context.area !== null,
    },
    {
      events: [{ type: 'upload.retried' }],
      by: press('Try again'),
      offered: (actor) => actor.getSnapshot().can({ type: 'upload.retried' }),
    },
  ],
  // The picture has been drawn: only a browser does that.
  outside: [
    { event: { type: 'area.chosen', area: { x: 0, y: 0, width: 10, height: 10 } } },
    { event: { type: 'upload.progressed', sent: 10, total: 20 } },
  ],
  answers: {
    openPicture: { done: ['blob:picture'], error: [lost] },
    holdPicture: {},
    sendAvatar: { done: [user], error: [lost, new CallError(failure('FILE_TYPE'))] },
    removeAvatar: { done: [vera.user], error: [lost, refused] },
  },
  // The input behind the button has no name.
  views: [/^$/, 'Zoom'],
});
