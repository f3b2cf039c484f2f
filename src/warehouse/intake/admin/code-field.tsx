import { useEffect, useRef, useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { maxCodeLength } from '#warehouse/intake/scan.ts';
import { codeFieldName } from '#warehouse/intake/use-scanner.ts';

/** For numbers typed by hand; takes the focus at once on devices with a mouse. */
export function CodeField({ onScan }: { onScan: (code: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  useEffect(() => {
    // On a phone the keyboard would cover half of the screen.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onScan(code);
        setCode('');
        input.current?.focus();
      }}
    >
      <label className="min-w-0 grow basis-60">
        <span className="font-bold">箱の番号</span>
        <input
          ref={input}
          name={codeFieldName}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxCodeLength}
          placeholder="TS-XXXX-XXXX-1"
          className="control mt-1 tabular-nums"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" disabled={code.trim() === ''}>
        受け付ける
      </Button>
    </form>
  );
}
