import { afterEach, expect, test, vi } from 'vitest';
import { type PageReport, watchPage } from '../../src/services/core/page.ts';

afterEach(() => vi.restoreAllMocks());

function watch({ isVisible = true, isOnline = true } = {}) {
  const visible = vi
    .spyOn(document, 'visibilityState', 'get')
    .mockReturnValue(isVisible ? 'visible' : 'hidden');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const reports: PageReport[] = [];
  const stop = watchPage((told) => reports.push(told));
  return {
    reports,
    stop,
    look(isLooking: boolean) {
      visible.mockReturnValue(isLooking ? 'visible' : 'hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    },
    connect(isConnected: boolean) {
      online.mockReturnValue(isConnected);
      window.dispatchEvent(new Event(isConnected ? 'online' : 'offline'));
    },
  };
}

test('a page that is looked at, with a connection, says nothing until that changes', () => {
  const { reports, look, connect, stop } = watch();
  expect(reports).toEqual([]);
  look(false);
  look(true);
  connect(false);
  connect(true);
  expect(reports).toEqual(['page.hidden', 'page.shown', 'connection.lost', 'connection.returned']);
  stop();
  look(false);
  expect(reports).toHaveLength(4);
});

test('what is not well is told at once, and a page that is shown again without a connection says that too', () => {
  const { reports, look } = watch({ isVisible: false, isOnline: false });
  look(true);
  expect(reports).toEqual(['page.hidden', 'connection.lost', 'page.shown', 'connection.lost']);
});
