import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import NotFoundScreen from '../../src/screens/notFound/NotFoundScreen.tsx';
import { draw, expectPresentable, languages } from './draw.tsx';

test.each(languages)('in %s it is presentable, and the way on leads home', async (language) => {
  draw(<NotFoundScreen />, language);
  await expectPresentable();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
});
