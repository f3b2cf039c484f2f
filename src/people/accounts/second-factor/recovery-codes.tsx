import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';

/** The ten codes, shown only once: to print, to copy, and to confirm as saved. */
export function RecoveryCodes({
  codes,
  onSaved,
}: {
  codes: readonly string[];
  onSaved: () => unknown;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      showToast('予備コードをコピーしました。');
    } catch {
      showToast('コピーできませんでした。印刷するか、書き写してください。');
    }
  };
  return (
    <section className="space-y-5" aria-labelledby="recovery-codes">
      <h2 ref={heading} id="recovery-codes" tabIndex={-1} className="text-xl">
        予備コードを控えてください
      </h2>
      <p>
        パスキーや認証アプリが使えなくなったときに、代わりに1回ずつ使えるコードです。
        <b>この画面を閉じると、もう表示できません。</b>
        印刷するか書き写して、なくさない場所にしまってください。
      </p>
      <CodeList codes={codes} />
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="outline" size="small" onClick={() => window.print()}>
          <Icon name="print" />
          印刷する
        </Button>
        <Button variant="outline" size="small" onClick={copy}>
          <Icon name="copy" />
          コピーする
        </Button>
      </div>
      <Button className="w-full" onClick={() => onSaved()}>
        保存しました
      </Button>
      <PrintedCodes codes={codes} />
    </section>
  );
}

function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ol className="grid justify-center gap-x-14 gap-y-1 rounded-tile bg-sand px-4 py-4 font-mono text-lg whitespace-nowrap tabular-nums narrow:grid-cols-[auto_auto]">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
  );
}

/** Content of the printed page, in place of everything else (src/kit/styles/app.css). */
function PrintedCodes({ codes }: { codes: readonly string[] }) {
  return createPortal(
    <div data-printed-alone className="space-y-4 p-8">
      <p className="text-xl font-bold">たすき　予備コード</p>
      <p>{`${formatDate(jstDay(new Date()))}に作成。1つにつき1回だけ使えます。`}</p>
      <ol className="list-decimal space-y-1 pl-8 font-mono text-lg">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </div>,
    document.body,
  );
}
