import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { codeFieldName, useScanner } from '#warehouse/intake/use-scanner.ts';
import { boxCodeOf, readBoxCode } from '#warehouse/kits/box-code.ts';

/** Opens the box of a scanned or typed code; false if it is not one of ours. */
function useOpenBox(): (text: string) => boolean {
  const navigate = useNavigate();
  return (text) => {
    const code = readBoxCode(text);
    if (!code) return false;
    const { appraisalId, number } = code;
    const box = number === undefined ? appraisalId : boxCodeOf(appraisalId, number);
    void navigate(`/admin/appraisals/${box}`);
    return true;
  };
}

/** Opens the next box from a hand scanner, whatever has the focus: its Enter would press a focused button. */
export function useScannedBox(): void {
  const open = useOpenBox();
  useScanner((text) => {
    if (!open(text)) showToast('番号を読み取れませんでした。ラベルをご確認ください。');
  });
}

/** A field for typing a box's code. */
export function OpenBox() {
  const open = useOpenBox();
  const [text, setText] = useState('');
  const [isUnread, setUnread] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setUnread(!open(text));
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <label className="min-w-0 grow font-bold">
        箱の番号
        <input
          className="control mt-1 block w-full"
          name={codeFieldName}
          value={text}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={isUnread}
          aria-describedby={isUnread ? 'unread-box' : undefined}
          placeholder="TS-XXXX-XXXX-1"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Button type="submit">開く</Button>
      {isUnread && (
        <p id="unread-box" role="alert" className="w-full text-sm font-bold text-error">
          番号を読み取れませんでした。ラベルの番号をご確認ください。
        </p>
      )}
    </form>
  );
}
