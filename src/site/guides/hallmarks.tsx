import { FramedTable } from '#kit/ui/framed-table.tsx';
import type { Column } from '#kit/ui/table.tsx';

type Hallmark = { metal: string; marks: string; meaning: string };

const hallmarks: readonly Hallmark[] = [
  {
    metal: '金',
    marks: 'K24、K22、K18、K14、K10',
    meaning:
      '数字は24分のいくつが金かを表します。K24はほぼ純金、K18は75%、K14は約58%、K10は約42%です。',
  },
  {
    metal: '金（千分率）',
    marks: '999、917、750、585、417',
    meaning: '千のうちいくつが金かを表します。750は、K18と同じ75%です。',
  },
  {
    metal: 'プラチナ',
    marks: 'Pt1000、Pt950、Pt900、Pt850',
    meaning: '千のうちいくつがプラチナかを表します。Pt900なら90%です。',
  },
  {
    metal: '銀',
    marks: 'SV1000、SV925、Silver',
    meaning: 'SV925は92.5%が銀です。黒ずんでいても、重さは変わりません。',
  },
  {
    metal: 'めっき・張り',
    marks: 'GP、GF、GEP、K18GP',
    meaning: '表面だけが金です。金としての値段はつきませんが、ブランド品としてなら拝見できます。',
  },
];

const columns: Column<Hallmark>[] = [
  {
    label: '金属',
    isRowHeader: true,
    cell: ({ metal }) => <span className="whitespace-nowrap">{metal}</span>,
  },
  { label: '刻印', cell: ({ marks }) => marks },
  { label: '意味', cell: ({ meaning }) => meaning },
];

/** How to read the hallmarks of precious metals. */
export function Hallmarks() {
  return (
    <FramedTable
      caption="貴金属の刻印と意味"
      columns={columns}
      rows={hallmarks}
      rowKey={({ metal }) => metal}
    />
  );
}
