import { useState } from 'react';
import { ScrollBox } from '#kit/lists/scroll-box.tsx';

const views = { html: 'HTML', text: 'テキスト' } as const;

export function MailBody({ html, text }: { html: string; text: string }) {
  const [view, setView] = useState<keyof typeof views>('html');
  return (
    <div>
      <fieldset className="mb-2 flex gap-2">
        <legend className="sr-only">表示の方法</legend>
        {(Object.keys(views) as (keyof typeof views)[]).map((one) => (
          <label
            key={one}
            className="relative inline-flex min-h-11 cursor-pointer items-center rounded-full border border-input bg-paper px-5 text-sm font-bold has-checked:border-ink has-checked:bg-ink has-checked:text-white"
          >
            <input
              type="radio"
              name="view"
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
              checked={view === one}
              onChange={() => setView(one)}
            />
            {views[one]}
          </label>
        ))}
      </fieldset>
      {view === 'html' ? (
        // Fully sandboxed: no scripts, no forms, no navigation, no access to our origin.
        <iframe
          title="HTMLメールの内容"
          sandbox=""
          srcDoc={html}
          className="h-[60vh] w-full rounded-lg border border-line bg-white"
        />
      ) : (
        <ScrollBox label="メールの本文" className="max-h-[60vh] border border-line bg-white p-4">
          <p className="whitespace-pre-wrap">{text}</p>
        </ScrollBox>
      )}
    </div>
  );
}
