import { Notice } from '#app/ui/notice.tsx';
import { keptWords, type Terms } from '#domain/ledger/fees.ts';

/** What the service keeps of a gift, before anybody applies; nothing where it keeps nothing. */
export function KeptNote({ whose, terms }: { whose: '団体' | '基金'; terms: Terms }) {
  const words = keptWords(terms);
  if (words === '') return null;
  return (
    <div className="mb-8">
      <Notice>
        {whose}へお届けするときに、運営の費用として{words}を差し引きます。
        {whose === '団体' && '団体と取り決めた額です。'}
        それ以外にいただくものはありません。
      </Notice>
    </div>
  );
}
