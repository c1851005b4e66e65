/** The only words outside of `locales/`: they are for when those have not arrived, or nothing else could be had. */
const words = {
  en: {
    loading: 'Loading…',
    title: 'This page could not be opened.',
    text: 'Nothing in your account has changed. Check your connection and try again. If that does not help, reload the page: a newer version may be waiting.',
    retry: 'Try again',
    reload: 'Reload the page',
    home: 'Go to the start page',
  },
  ru: {
    loading: 'Загружаем…',
    title: 'Не удалось открыть страницу.',
    text: 'В вашем аккаунте ничего не изменилось. Проверьте соединение и попробуйте ещё раз. Если не поможет, перезагрузите страницу: возможно, вышла новая версия.',
    retry: 'Попробовать ещё раз',
    reload: 'Перезагрузить страницу',
    home: 'На главную',
  },
};

export function fallbackWords() {
  return words[document.documentElement.lang === 'ru' ? 'ru' : 'en'];
}
