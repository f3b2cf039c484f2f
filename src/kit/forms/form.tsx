import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ScriptsNeeded } from '#kit/ui/scripts-needed.tsx';
import { isImeKey } from './fields/ime.ts';
import type { FormFields } from './use-form.ts';

/**
 * The form element: shows our own messages, and is not submitted by an input method's Enter. Keeps what was typed or
 * submitted before hydration.
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
  // Takes over what was typed, or restored by the browser, before hydration. A layout effect, because a part that is
  // hydrated late runs its effects at low priority: an event, or a render that clears the inputs with the empty
  // values, may come first.
  useLayoutEffect(() => {
    if (ref.current) syncTypedValues(ref.current, first.current);
  }, []);
  // In the same render as the draft and the step that it leads to.
  useEffect(() => setAlive(true), []);
  // Only if the pressed button still exists: it may have belonged to another step.
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
        form.setValue(control.name, checkedValues(element, control.name));
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

/** The values of a group's checked boxes, in document order. */
function checkedValues(element: HTMLFormElement, name: string): string[] {
  const boxes = [...element.elements].filter((control) => control instanceof HTMLInputElement);
  return boxes.filter((box) => box.name === name && box.checked).map(({ value }) => value);
}
