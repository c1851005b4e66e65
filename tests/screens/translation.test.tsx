import { act, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { Profiler } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { useTexts } from '../../src/screens/core/useTexts.ts';
import { useTranslation } from '../../src/screens/core/useTranslation.ts';

const seen = { drawings: 0, translators: new Set<unknown>(), labels: new Set<unknown>() };

function Home() {
  const { t } = useTranslation(['common']);
  seen.translators.add(t);
  return <p>{t('home')}</p>;
}

function Title() {
  const { t } = useTranslation('wallet');
  return <h1>{t('title')}</h1>;
}

function Sum() {
  const { amountLabels } = useTexts('wallet');
  seen.labels.add(amountLabels);
  return <output>{amountLabels.hidden}</output>;
}

function open() {
  Object.assign(seen, { drawings: 0, translators: new Set(), labels: new Set() });
  const i18n = createInstance();
  void i18n.init({
    lng: 'en',
    ns: [],
    defaultNS: 'common',
    initAsync: false,
    resources: {
      en: { common: { home: 'Home', amount: { hidden: 'Hidden' } } },
      ru: { common: { home: 'Домой', amount: { hidden: 'Скрыто' } }, wallet: { title: 'Кошелёк' } },
    },
  });
  render(
    <I18nextProvider i18n={i18n}>
      <Profiler id="home" onRender={() => (seen.drawings += 1)}>
        <Home />
        <Home />
      </Profiler>
      <Title />
      <Sum />
      <Sum />
    </I18nextProvider>,
  );
  return { i18n, title: () => screen.getByRole('heading').textContent };
}

test('texts that arrive draw what shows them, and nothing else', () => {
  const { i18n, title } = open();
  expect(title()).toBe('title');
  act(() => void i18n.addResourceBundle('en', 'wallet', { title: 'Wallet' }));
  expect(title()).toBe('Wallet');
  expect(seen.drawings).toBe(1);

  act(() => void i18n.addResourceBundle('en', 'common', { home: 'Start' }));
  expect(screen.getAllByText('Start')).toHaveLength(2);
  expect(seen.drawings).toBe(2);
});

test('another language draws everything again, with one translator for the same texts', async () => {
  const { i18n, title } = open();
  expect(seen.translators.size).toBe(1);
  await act(async () => void (await i18n.changeLanguage('ru')));
  expect(screen.getAllByText('Домой')).toHaveLength(2);
  expect(title()).toBe('Кошелёк');
  expect(seen.translators.size).toBe(2);
});

test('the labels of amounts are one object for the same texts, and others in another language', async () => {
  const { i18n } = open();
  expect(screen.getAllByText('Hidden')).toHaveLength(2);
  expect(seen.labels.size).toBe(1);
  await act(async () => void (await i18n.changeLanguage('ru')));
  expect(screen.getAllByText('Скрыто')).toHaveLength(2);
  expect(seen.labels.size).toBe(2);
});
