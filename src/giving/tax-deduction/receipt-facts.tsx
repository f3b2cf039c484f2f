import { Icon } from '#kit/ui/pictures/icon.tsx';

const receiptFields = [
  '団体の名称と所在地',
  '寄付金が届いた日に有効だった認定の番号と、認定された日',
  '団体の主な目的である活動への寄付であること',
  '寄付額（費用を引く前の額）と、団体へ届いた日',
  'あなたのお名前とご住所',
] as const;

/** The content of a receipt, drawn like the paper itself. */
export function ReceiptFacts() {
  return (
    <div className="rounded-card border border-line bg-paper p-3">
      <div className="rounded-tile border-2 border-dashed border-thread p-5">
        <p className="font-bold">寄付金受領証明書に書かれること</p>
        <ul className="mt-3 grid gap-2">
          {receiptFields.map((fact) => (
            <li key={fact} className="flex gap-2">
              <Icon name="check" className="mt-1 size-5 text-leaf" />
              {fact}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
