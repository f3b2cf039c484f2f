import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#kit/ui/button.tsx';

/** A field with its two versions. */
export type ComparedField = {
  label: string;
  mine: string;
  stored: string;
  /** Rendered values, where text would not be readable. */
  drawn?: { mine: ReactNode; stored: ReactNode };
};

/**
 * The typed values beside those stored meanwhile, with the choice between them. Takes the focus, because the submit
 * had an unexpected result.
 */
export function VersionChoice({
  fields,
  isPending,
  onKeepStored,
}: {
  fields: readonly ComparedField[];
  isPending: boolean;
  onKeepStored: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      role="alert"
      className="space-y-4 rounded-tile border-2 border-honey bg-honey-soft px-4 py-4 narrow:px-5"
    >
      <h2 ref={heading} tabIndex={-1} className="font-sans text-lg font-bold">
        ほかの画面で、先に変更されています
      </h2>
      <p>どちらの内容にするか、お選びください。まだ何も上書きしていません。</p>
      <div className="grid gap-4 narrow:grid-cols-2">
        <Version title="いま入力した内容" fields={fields} side="mine" />
        <Version title="保存されている内容" fields={fields} side="stored" />
      </div>
      <div className="grid gap-3 narrow:grid-cols-2">
        <Button type="submit" isBusy={isPending}>
          入力した内容で上書きする
        </Button>
        <Button variant="outline" onClick={onKeepStored}>
          保存済みの内容にする
        </Button>
      </div>
    </section>
  );
}

function Version({
  title,
  fields,
  side,
}: {
  title: string;
  fields: readonly ComparedField[];
  side: 'mine' | 'stored';
}) {
  return (
    <div className="rounded-tile bg-paper px-4 py-3">
      <h3 className="font-sans text-base font-bold">{title}</h3>
      <dl className="mt-1">
        {fields.map((field) => (
          <div key={field.label} className="border-t border-dashed border-line py-1.5">
            <dt className="text-sm text-ink-2">{field.label}</dt>
            <dd
              className={`break-words ${field.mine === field.stored ? '' : 'font-bold text-coral-dark'}`}
            >
              {field[side] ? (field.drawn?.[side] ?? field[side]) : '（なし）'}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
