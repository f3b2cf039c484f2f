import { Icon } from '#kit/ui/pictures/icon.tsx';

/** Shown above every page while sample data is loaded. */
export function SampleNotice() {
  return (
    <aside
      aria-label="見本データについて"
      className="flex items-center justify-center gap-2 bg-honey-soft px-4 py-1.5 text-sm leading-snug"
    >
      <Icon name="sample" className="size-4.5" />
      <p>
        <b>見本データを表示しています。</b>
        団体や金額は架空で、箱は届きません。
      </p>
    </aside>
  );
}
