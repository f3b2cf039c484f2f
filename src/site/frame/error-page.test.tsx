import { expect, test } from 'vitest';
import { linesOf } from '#test/rendered.ts';
import { ErrorPage } from './error-page.tsx';

test('an error is told by its title, and without one by its status', () => {
  const titled = linesOf(
    <ErrorPage status={500} title="開けませんでした" message="壊れています。" />,
  );
  expect(titled).toEqual(['開けませんでした', '壊れています。', 'BACK']);
  const [heading, message] = linesOf(<ErrorPage status={503} />);
  expect([heading, message]).toEqual(['503', 'Service Unavailable']);
});

test('its button is BACK, after a 403 ログイン画面へ', () => {
  expect(linesOf(<ErrorPage status={500} />).at(-1)).toBe('BACK');
  const denied = linesOf(<ErrorPage status={403} />);
  expect(denied.at(-1)).toBe('ログイン画面へ');
  expect(denied).not.toContain('BACK');
});
