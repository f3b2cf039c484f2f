import { toKatakana } from '#kit/values/text-width.ts';

const full =
  'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロワヲンー・「」。、';
const half = 'ｧｱｨｲｩｳｪｴｫｵｶｷｸｹｺｻｼｽｾｿﾀﾁｯﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓｬﾔｭﾕｮﾖﾗﾘﾙﾚﾛﾜｦﾝｰ･｢｣｡､';
const halfOf = new Map([...full].map((letter, index) => [letter, half[index] ?? letter]));
/** Obsolete and rare kana that have no half-width form. */
const others: Readonly<Record<string, string>> = {
  ヮ: 'ワ',
  ヰ: 'イ',
  ヱ: 'エ',
  ヵ: 'カ',
  ヶ: 'ケ',
};

/** Converts kana of any kind to half-width katakana, as carriers require for readings: はなこ → ﾊﾅｺ, ガ → ｶﾞ. */
export const toHalfWidthKana = (text: string): string =>
  [...toKatakana(text).normalize('NFKD')]
    .map((letter) => {
      if (letter === '\u3099') return 'ﾞ';
      if (letter === '\u309A') return 'ﾟ';
      const kana = others[letter] ?? letter;
      return halfOf.get(kana) ?? kana;
    })
    .join('');
