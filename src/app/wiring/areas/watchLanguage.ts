import { type AnyEventObject, fromCallback } from 'xstate';
import type { Services } from '../services.ts';

/** Tells an area whose texts come from the server that the language has changed. */
export function watchLanguage({ languages: { i18n } }: Pick<Services, 'languages'>) {
  return fromCallback<AnyEventObject>(({ sendBack }) => {
    const tell = () => sendBack({ type: 'language.changed' });
    i18n.on('languageChanged', tell);
    return () => i18n.off('languageChanged', tell);
  });
}
