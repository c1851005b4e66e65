/** The only texts outside of `locales/`, for when those have not loaded or cannot be loaded. */
const words = {
  en: {
    loading: 'Loading…',
    title: 'We couldn’t open this page.',
    text: 'Your account isn’t affected. Check your connection and try again. If this keeps happening, reload the page.',
    retry: 'Try again',
    reload: 'Reload the page',
    locked: 'A transaction is in progress. Reload the page once it’s complete.',
    home: 'Go to Home',
  },
  ru: {
    loading: 'Загружаем…',
    title: 'Не удалось открыть страницу.',
    text: 'На ваш аккаунт это не влияет. Проверьте подключение и попробуйте ещё раз. Если ошибка повторится, перезагрузите страницу.',
    retry: 'Попробовать ещё раз',
    reload: 'Перезагрузить страницу',
    locked: 'Операция ещё выполняется. Перезагрузите страницу, когда она завершится.',
    home: 'На главную',
  },
};

export function fallbackWords() {
  return words[document.documentElement.lang === 'ru' ? 'ru' : 'en'];
}
