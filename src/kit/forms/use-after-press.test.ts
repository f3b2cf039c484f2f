import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { screen } from '#test/stand-ins/screen.ts';
import { useAfterPress } from './use-after-press.ts';

beforeEach(() => void vi.useFakeTimers());

function pressed() {
  const { mount, document } = screen();
  const { now: afterPress } = mount(useAfterPress);
  const run = vi.fn();
  return {
    run,
    ask: () => afterPress(run),
    hear: (event: string) => act(() => void document.dispatchEvent(new Event(event))),
    endTask: () => act(() => void vi.runAllTimers()),
  };
}

test.each(['pointerup', 'pointercancel', 'dragend', 'keydown'])(
  'what comes while a button is down runs once, after the %s and the click that follows it',
  (end) => {
    const { run, ask, hear, endTask } = pressed();
    hear('pointerdown');
    ask();
    endTask();
    expect(run).not.toHaveBeenCalled();
    hear(end);
    expect(run).not.toHaveBeenCalled();
    endTask();
    expect(run).toHaveBeenCalledOnce();
    hear('pointerdown');
    hear(end);
    endTask();
    expect(run).toHaveBeenCalledOnce();
  },
);

test('what comes while nothing is down runs after the task that it came in', () => {
  const { run, ask, hear, endTask } = pressed();
  hear('pointerdown');
  hear('pointerup');
  ask();
  expect(run).not.toHaveBeenCalled();
  endTask();
  expect(run).toHaveBeenCalledOnce();
});
