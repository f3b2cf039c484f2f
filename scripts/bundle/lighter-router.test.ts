import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leftOut, lighter } from './lighter-router.ts';

const source = `function asked(value) {
  invariant(value, \`no \${value} there\`);
  warning(value, 'rather not');
  return outer(value);
}
function outer(value) {
  async function inner(value) {
    invariant(value, 'gone with the rest');
    return value;
  }
  return inner(value);
}`;

test('the body of a function is replaced, and sentences to developers make way for their line', () => {
  const light = lighter(source, { outer: 'return 7' });
  expect(light).toBe(`function asked(value) {
  invariant(value, 2);
  void 0;
  return outer(value);
}
function outer(value) { return 7 }`);
  expect(lighter(source, { inner: '' })).toContain('async function inner(value) {  }');
});

test('a function that is not there any more, or twice, stops the build', () => {
  expect(() => lighter(source, { elsewhere: '' })).toThrow('elsewhere');
  expect(() => lighter(`${source}\nfunction outer() {}`, { outer: '' })).toThrow('outer');
});

test.each(Object.keys(leftOut))(
  '%s of React Router has every function that is left out',
  (file) => {
    const path = new URL(
      `../../node_modules/react-router/dist/production/${file}`,
      import.meta.url,
    );
    const whole = readFileSync(path, 'utf8');
    expect(lighter(whole, leftOut[file]).length).toBeLessThan(whole.length);
  },
);
