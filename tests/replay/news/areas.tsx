import { CallError } from '../../../contract/failure.ts';
import { articleMarksMachine, newsArea } from '../../../src/machines/news/newsArea.ts';
import { failure } from '../../support/actors.ts';
import { shown } from '../../support/areas.ts';
import { article } from '../../support/emails.ts';
import { marksMap } from '../../support/replay/marksMap.ts';
import { unseenMap } from '../../support/replay/screenMap.ts';

export const marks = marksMap(articleMarksMachine, 'an article is marked when it is shown');

export const area = unseenMap({
  machine: newsArea,
  why: 'what it reads has screens of its own',
  isTimeless: true,
  input: (now) => ({ now, shown: { ...shown('article', 'news'), params: { id: article.id } } }),
  outside: [
    { event: shown('news', 'news') },
    { event: { type: 'screen.left' } },
    { event: { type: 'notification.arrived', notification: { unread: 1, newest: null } } },
    { event: { type: 'data.outdated' } },
    { event: { type: 'language.changed' } },
  ],
  answers: {
    'news.load': {},
    'article.load': { done: [(now: number) => ({ data: { ...article, read: false }, loadedAt: now })] },
    'articleMarks.mark': { done: [undefined], error: [new CallError(failure('NETWORK'))] },
    watchLanguage: {},
  },
});
