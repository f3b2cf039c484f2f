import { Dialog } from '#kit/ui/dialog.tsx';

const keys = [
  ['J', '次の行へ'],
  ['K', '前の行へ'],
  ['Enter', 'いまの行を開く'],
  ['X', 'いまの行を選ぶ・外す'],
  ['/', '探す欄へ'],
  ['?', 'この案内を開く'],
] as const;

/** The keyboard shortcuts of a list. */
export function ListHelp({
  hasSearch,
  hasTicks,
  isOpen,
  onClose,
}: {
  hasSearch: boolean;
  hasTicks: boolean;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} title="キーボードでの操作" onClose={onClose}>
      <dl className="grid grid-cols-[5rem_1fr] gap-y-2">
        {keys
          .filter(([key]) => (key !== '/' || hasSearch) && (key !== 'X' || hasTicks))
          .map(([key, action]) => (
            <div key={key} className="col-span-2 grid grid-cols-subgrid items-center">
              <dt>
                <kbd className="inline-block min-w-9 rounded-lg border border-input bg-sand px-2 py-0.5 text-center font-mono text-sm">
                  {key}
                </kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-4 text-sm text-ink-2">文字を入力している間は使えません。</p>
    </Dialog>
  );
}
