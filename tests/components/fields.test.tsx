import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Button } from '../../src/components/base/Button.tsx';
import { Checkbox } from '../../src/components/fields/Checkbox.tsx';
import { CountryComboBox } from '../../src/components/fields/CountryComboBox.tsx';
import { namedCountries } from '../../src/components/fields/countryNames.ts';
import { DateField } from '../../src/components/fields/DateField.tsx';
import { ErrorSummary } from '../../src/components/fields/ErrorSummary.tsx';
import { Form } from '../../src/components/fields/Form.tsx';
import { PasswordField } from '../../src/components/fields/PasswordField.tsx';
import { SearchField } from '../../src/components/fields/SearchField.tsx';
import { Select } from '../../src/components/fields/Select.tsx';
import { StrengthMeter } from '../../src/components/fields/StrengthMeter.tsx';
import { TextField } from '../../src/components/fields/TextField.tsx';
import { TokenMark } from '../../src/components/money/TokenMark.tsx';
import { expectAccessible } from '../support/axe.ts';
import { fillIn } from '../support/fillIn.ts';

const codes = ['AE', 'AF', 'CI', 'DE', 'FR', 'GB', 'GW', 'RE', 'RU', 'TN', 'TR', 'UA', 'US'];
const searchLocales = ['en', 'ru'];

function Country({ locale, start = null }: { locale: string; start?: string | null }) {
  const [code, setCode] = useState(start);
  return (
    <I18nProvider locale={locale}>
      <CountryComboBox
        label="Country"
        codes={codes}
        locale={locale}
        searchLocales={searchLocales}
        value={code}
        onChange={setCode}
        emptyText="No such country"
      />
      <output>{code ?? 'none'}</output>
    </I18nProvider>
  );
}

describe('country', () => {
  const options = () => screen.getAllByRole('option').map((option) => option.textContent);

  test('is found by its name in either language, by its code, and without its accents', async () => {
    const user = userEvent.setup();
    render(<Country locale="ru" />);
    const input = screen.getByRole('combobox');
    await user.type(input, 'герм');
    expect(options()).toEqual(['ГерманияDE']);
    await user.clear(input);
    await user.type(input, 'germ');
    expect(options()).toEqual(['ГерманияDE']);
    await user.clear(input);
    await user.type(input, 'cote');
    expect(options()).toEqual(['Кот-д’ИвуарCI']);
    await user.clear(input);
    await user.type(input, 'ru');
    expect(options()).toEqual(['РоссияRU']);
  });

  test('is found by the beginnings of its words: Tunisia and Réunion are not meant by uni', async () => {
    const user = userEvent.setup();
    render(<Country locale="en" />);
    const input = screen.getByRole('combobox');
    await user.type(input, 'uni');
    expect(options()).toEqual(['United Arab EmiratesAE', 'United KingdomGB', 'United StatesUS']);
    await user.clear(input);
    await user.type(input, 'bissau');
    expect(options()).toEqual(['Guinea-BissauGW']);
  });

  test('that is named completely stands first, as Tab takes it', async () => {
    const user = userEvent.setup();
    render(<Country locale="en" />);
    await user.type(screen.getByRole('combobox'), 'uk');
    expect(options()).toEqual(['United KingdomGB', 'UkraineUA']);
  });

  test('is chosen by keyboard, and its value is the code', async () => {
    const user = userEvent.setup();
    render(<Country locale="en" />);
    await user.type(screen.getByRole('combobox'), 'fran{ArrowDown}{Enter}');
    expect(screen.getByRole('status').textContent).toBe('FR');
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('France');
  });

  test('keeps its value and changes its name with the language', () => {
    const { rerender } = render(<Country locale="en" start="DE" />);
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('Germany');
    rerender(<Country locale="ru" start="DE" />);
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('Германия');
  });

  test.each([
    ['en', 'USA', 'US', 'United States'],
    ['en', 'uk', 'GB', 'United Kingdom'],
    ['en', 'England', 'GB', 'United Kingdom'],
    ['en', 'germany', 'DE', 'Germany'],
    ['en', 'fra', 'FR', 'France'],
    ['en', 'Turkey', 'TR', 'Türkiye'],
    ['en', 'Великобритания', 'GB', 'United Kingdom'],
    ['en', 'Турция', 'TR', 'Türkiye'],
    ['ru', 'США', 'US', 'Соединенные Штаты'],
    ['ru', 'великобритания', 'GB', 'Великобритания'],
    ['ru', 'Турция', 'TR', 'Турция'],
    ['ru', 'Англия', 'GB', 'Великобритания'],
    ['ru', 'Germany', 'DE', 'Германия'],
  ])(
    'in %s %s is meant when the field is left, and when Enter is pressed',
    async (locale, typed, code, name) => {
      const user = userEvent.setup();
      for (const key of ['{Tab}', '{Enter}']) {
        const { unmount } = render(<Country locale={locale} />);
        await fillIn(user, screen.getByRole('combobox'), `${typed}${key}`);
        expect(screen.getByRole('status').textContent).toBe(code);
        expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe(name);
        unmount();
      }
    },
  );

  test('another one is typed over the chosen one, and what means none or several stays and chooses none', async () => {
    const user = userEvent.setup();
    render(<Country locale="en" start="FR" />);
    const input = screen.getByRole<HTMLInputElement>('combobox');
    await user.clear(input);
    await fillIn(user, input, 'Germany{Tab}');
    expect(screen.getByRole('status').textContent).toBe('DE');
    expect(input.value).toBe('Germany');
    for (const text of ['uni', 'atlantis']) {
      await user.clear(input);
      await fillIn(user, input, `${text}{Tab}`);
      expect(screen.getByRole('status').textContent).toBe('none');
      expect(input.value).toBe(text);
    }
  });

  test.each(['{Tab}', '{Enter}'])(
    'filled in at once while it is in use, is what was filled in: %s',
    async (key) => {
      const user = userEvent.setup();
      render(<Country locale="en" />);
      const input = screen.getByRole<HTMLInputElement>('combobox');
      await user.click(input);
      fireEvent.input(input, { target: { value: 'Germany' } });
      await user.keyboard(key);
      expect(screen.getByRole('status').textContent).toBe('DE');
      expect(input.value).toBe('Germany');
    },
  );

  test('is taken from what the browser fills in', () => {
    render(<Country locale="en" />);
    fireEvent.input(screen.getByRole('combobox'), { target: { value: 'United Kingdom' } });
    expect(screen.getByRole('status').textContent).toBe('GB');
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('United Kingdom');
  });

  test('says so when nothing matches', async () => {
    const user = userEvent.setup();
    render(<Country locale="en" />);
    await user.type(screen.getByRole('combobox'), 'atlantis');
    expect(screen.getByText('No such country')).toBeTruthy();
  });

  test('is named once for a list, and in the other languages when it is searched', () => {
    const { DisplayNames } = Intl;
    const asked: unknown[] = [];
    class Counted extends DisplayNames {
      constructor(...given: ConstructorParameters<typeof DisplayNames>) {
        super(...given);
        asked.push(given[0]);
      }
    }
    Object.assign(Intl, { DisplayNames: Counted });
    onTestFinished(() => void Object.assign(Intl, { DisplayNames }));
    const list = ['DE', 'FR'];
    const [france] = namedCountries(list, 'en', searchLocales);
    expect(france?.name).toBe('France');
    expect(asked).toEqual(['en']);
    expect(france?.found().names).toEqual(['france', 'франция', 'fr']);
    expect(asked).toEqual(['en', 'ru']);
    expect(namedCountries(list, 'en', searchLocales)[0]).toBe(france);
    expect(asked).toHaveLength(2);
  });
});

function Birthday({ locale, start = null }: { locale: string; start?: string | null }) {
  const [date, setDate] = useState(start);
  return (
    <I18nProvider locale={locale}>
      <DateField label="Date of birth" id="born" value={date} onChange={setDate} startAt="1990-01-01" />
      <output>{date ?? 'none'}</output>
    </I18nProvider>
  );
}

describe('date', () => {
  test.each([
    ['en-US', '03151990'],
    ['ru-RU', '15031990'],
  ])('is typed in the order of %s', async (locale, typed) => {
    const user = userEvent.setup();
    render(<Birthday locale={locale} />);
    await user.click(screen.getAllByRole('spinbutton')[0] ?? document.body);
    await user.keyboard(typed);
    expect(screen.getByRole('status').textContent).toBe('1990-03-15');
  });

  test('half typed is not a date, and what was typed stays', async () => {
    const user = userEvent.setup();
    render(<Birthday locale="en-US" />);
    await user.click(screen.getAllByRole('spinbutton')[0] ?? document.body);
    await user.keyboard('0315');
    expect(screen.getByRole('status').textContent).toBe('none');
    expect(screen.getAllByRole('spinbutton').map((part) => part.textContent)).toEqual(['03', '15', 'yyyy']);
  });

  test.each(['1990-02-30', 'yesterday', ''])('%j from outside is an empty field, not a crash', (value) => {
    render(<Birthday locale="en-US" start={value} />);
    expect(screen.getAllByRole('spinbutton').map((part) => part.textContent)).toEqual(['mm', 'dd', 'yyyy']);
  });

  test.each([
    ['You must be at least 18.', 'You must be at least 18.'],
    ['Enter a date.', 'You must be at least 18.Enter a date.'],
  ])('a hint that is the error too is said once: %s', (error, said) => {
    const { container } = render(
      <DateField
        label="Date of birth"
        value={null}
        onChange={() => null}
        description="You must be at least 18."
        error={error}
      />,
    );
    expect(container.textContent).toContain(`yyyy${said}`);
    expect(container.textContent?.split('at least 18')).toHaveLength(2);
  });
});

describe('password', () => {
  const field = (
    <PasswordField
      label="Password"
      autoComplete="new-password"
      revealLabel="Show password"
      hideLabel="Hide password"
      strength={<StrengthMeter level={2} label="Strength: fair" />}
      rules={[
        { label: 'A digit', isMet: true, stateLabel: 'done' },
        { label: 'An uppercase letter', isMet: false, stateLabel: 'not yet' },
      ]}
      error="Add an uppercase letter."
    />
  );

  test('can be looked at and hidden again without losing what was typed', async () => {
    const user = userEvent.setup();
    render(field);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    await user.type(input, 'secret1');
    expect(input.type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect([input.type, input.value]).toEqual(['text', 'secret1']);
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.type).toBe('password');
  });

  test('says its rules, which are met, its strength and its error', async () => {
    render(field);
    const ids = screen.getByLabelText('Password').getAttribute('aria-describedby')?.split(' ') ?? [];
    const said = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
    expect(said).toBe('A digit, doneAn uppercase letter, not yet Add an uppercase letter.');
    expect(screen.getByText('Strength: fair')).toBeTruthy();
    await expectAccessible();
  });
});

function Registration() {
  const [name, setName] = useState('');
  const [attempt, setAttempt] = useState(0);
  const error = attempt > 0 && name === '' ? 'Enter your name.' : undefined;
  const errors =
    attempt > 0
      ? [
          ...(error ? [{ message: error, fieldId: 'name' }] : []),
          { message: 'Enter your date of birth.', fieldId: 'born' },
          { message: 'Agree to the terms.', fieldId: 'terms' },
          { message: 'Registration failed.' },
        ]
      : [];
  return (
    <I18nProvider locale="en-US">
      <Form onSubmit={() => setAttempt(attempt + 1)}>
        <ErrorSummary title="Please check your input" errors={errors} attempt={attempt} />
        <TextField id="name" label="Name" value={name} onChange={setName} error={error} />
        <DateField id="born" label="Date of birth" value={null} onChange={() => {}} />
        <Checkbox id="terms" error={attempt > 0 ? 'Agree to the terms.' : undefined}>
          I agree
        </Checkbox>
        <Button type="submit">Register</Button>
      </Form>
    </I18nProvider>
  );
}

describe('a refused form', () => {
  test('moves the focus to the summary, which leads to each field', async () => {
    const user = userEvent.setup();
    render(<Registration />);
    await user.click(screen.getByRole('button', { name: 'Register' }));
    const summary = screen.getByRole('region', { name: 'Please check your input' });
    expect(document.activeElement).toBe(summary);
    expect(
      within(summary)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Enter your name.',
      'Enter your date of birth.',
      'Agree to the terms.',
      'Registration failed.',
    ]);

    await user.click(within(summary).getByRole('link', { name: 'Enter your name.' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    await user.click(within(summary).getByRole('link', { name: 'Enter your date of birth.' }));
    expect(document.activeElement).toBe(screen.getAllByRole('spinbutton')[0]);
    await user.click(within(summary).getByRole('link', { name: 'Agree to the terms.' }));
    expect(document.activeElement).toBe(screen.getByRole('checkbox'));
    expect(location.hash).toBe('');
    await expectAccessible();
  });

  test('leaves the focus where a person types, and takes it again at the next refusal', async () => {
    const user = userEvent.setup();
    render(<Registration />);
    await user.click(screen.getByRole('button', { name: 'Register' }));
    const input = screen.getByLabelText('Name');
    await user.type(input, 'Ann');
    expect(document.activeElement).toBe(input);
    expect(screen.queryByRole('link', { name: 'Enter your name.' })).toBeNull();
    await user.clear(input);
    expect(document.activeElement).toBe(input);
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Please check your input' }));
  });

  test('does not take the focus when its last error comes back while a person types', async () => {
    const user = userEvent.setup();
    const summary = (attempt: number, isWrong: boolean) => (
      <>
        <ErrorSummary
          title="Please check"
          errors={isWrong ? [{ message: 'Enter it.' }] : []}
          attempt={attempt}
        />
        <input />
      </>
    );
    const { rerender } = render(summary(0, false));
    rerender(summary(1, true));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Please check' }));
    await user.click(screen.getByRole('textbox'));
    rerender(summary(1, false));
    expect(screen.queryByRole('region')).toBeNull();
    rerender(summary(1, true));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  test('marks each field, and says its error with it', async () => {
    const user = userEvent.setup();
    render(<Registration />);
    const input = screen.getByLabelText('Name');
    expect(input.getAttribute('aria-invalid')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Enter your name.',
    );
    const box = screen.getByRole('checkbox');
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Agree to the terms.',
    );
  });
});

test('a search is emptied by Escape', async () => {
  const user = userEvent.setup();
  render(<SearchField label="Search tokens" />);
  const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search tokens' });
  await user.type(input, 'zst');
  await user.keyboard('{Escape}');
  expect(input.value).toBe('');
  await expectAccessible();
});

test('a mark stands beside what is chosen, and changes nothing of its name', () => {
  render(
    <Select
      label="Token"
      options={[{ value: 'ABC', label: 'ABC', mark: <TokenMark symbol="ABC" size="sm" /> }]}
      value="ABC"
      onChange={() => {}}
    />,
  );
  const chosen = screen.getByRole('button', { name: 'ABC Token' });
  expect(chosen.querySelector('[data-letters]')?.getAttribute('data-letters')).toBe('A');
});

test('a select answers with the value, by keyboard', async () => {
  const user = userEvent.setup();
  const chosen: string[] = [];
  render(
    <Select
      label="Order"
      options={[
        { value: 'value', label: 'By value' },
        { value: 'name', label: 'By name' },
      ]}
      value={null}
      onChange={(value) => chosen.push(value)}
    />,
  );
  await user.tab();
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(chosen).toEqual(['name']);
});
