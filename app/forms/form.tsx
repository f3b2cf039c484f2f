import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ScriptsNeeded } from '#app/ui/scripts-needed.tsx';
import { isImeKey } from './fields/ime.ts';
import type { FormFields } from './use-form.ts';

/**
 * The form element: our own messages, and no submit by an input method's Enter. What is typed, and
 * sent, before its code has come is not lost.
 */
export function Form({
  form,
  onSubmit,
  children,
  ...element
}: Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown'> & {
  form: FormFields;
  onSubmit: (event: { preventDefault(): void }) => void;
}) {
  const ref = useRef<HTMLFormElement>(null);
  const first = useRef(form);
  const [isAlive, setAlive] = useState(false);
  const isSentByScript = element.method !== 'get';
  // What was typed, or restored by the browser, before hydration must not be lost. A layout effect, because the
  // effects of a part that is hydrated late are of low priority: an event, or a render with the empty values that
  // clears what is on the screen, may come before them.
  useLayoutEffect(() => {
    if (ref.current) syncTypedValues(ref.current, first.current);
  }, []);
  // At once with a draft and the step that it leads to.
  useEffect(() => setAlive(true), []);
  // Only while the button that was pressed is still there: it may have been another step's.
  useEffect(() => {
    const form = ref.current;
    if (!isAlive || !form?.sentEarlyBy) return;
    const isStillAsked = form.sentEarlyBy.isConnected;
    form.sentEarlyBy = undefined;
    if (isStillAsked) form.requestSubmit();
  }, [isAlive]);

  return (
    // A form submitted before hydration must not write its values into the URL.
    <form
      method="post"
      {...element}
      data-not-alive={isSentByScript && !isAlive ? '' : undefined}
      ref={ref}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isImeKey(event)) event.preventDefault();
      }}
    >
      {isSentByScript && <ScriptsNeeded className="mb-6" />}
      {children}
    </form>
  );
}

function syncTypedValues(element: HTMLFormElement, form: FormFields): void {
  for (const control of element.elements) {
    const isInput = control instanceof HTMLInputElement;
    const isText = control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement;
    if (!isInput && !isText) continue;
    const value = form.valueAt(control.name);
    if (isInput && control.type === 'checkbox') {
      const isSwitch = typeof value === 'boolean';
      if (isSwitch && control.checked !== value) form.setValue(control.name, control.checked);
      if (Array.isArray(value) && control.checked !== value.includes(control.value)) {
        form.setValue(control.name, checkedOf(element, control.name));
      }
    } else if (isInput && control.type === 'radio') {
      const isNew = control.checked && String(value) !== control.value;
      if (isNew && typeof value === 'string') form.setValue(control.name, control.value);
      if (isNew && typeof value === 'number') form.setValue(control.name, Number(control.value));
    } else if (typeof value === 'string' && control.value !== value) {
      form.setValue(control.name, control.value);
    }
  }
}

/** The values of a group's checked boxes, in their order. */
function checkedOf(element: HTMLFormElement, name: string): string[] {
  const boxes = [...element.elements].filter((control) => control instanceof HTMLInputElement);
  return boxes.filter((box) => box.name === name && box.checked).map(({ value }) => value);
}
