/** Warns that the operator's facts are samples, while they are. */
export function SampleFacts({ isSample }: { isSample: boolean }) {
  if (!isSample) return null;
  return (
    <p className="mb-4 rounded-xl border-2 border-honey bg-honey-soft px-4 py-3">
      名称、所在地、連絡先、許可番号は見本です。サービスを開くときに、運営者が実際の内容に置き換えます。
    </p>
  );
}
