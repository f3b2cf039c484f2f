/** Domains common in Japan with frequent typing errors (docs/product.md, Forms). */
const slips: Record<string, readonly string[]> = {
  'gmail.com': [
    ...['gmail.co', 'gmail.cm', 'gmail.om', 'gmail.con', 'gmail.comm', 'gmail.cpm', 'gmail.vom'],
    ...['gmail.co.jp', 'gmail.jp', 'gmail.ne.jp', 'gmail.net', 'gmailcom.com', 'g-mail.com'],
    ...['gmial.com', 'gmai.com', 'gmal.com', 'gmil.com', 'gmaill.com', 'gmaii.com', 'gamil.com'],
    ...[
      'gnail.com',
      'gmali.com',
      'gimail.com',
      'ggmail.com',
      'gmeil.com',
      'gmaul.com',
      'gmsil.com',
    ],
    ...['gmaol.com', 'gmaik.com', 'gmmail.com'],
  ],
  'yahoo.co.jp': [
    ...['yahoo.co.j', 'yahoo.co.jo', 'yahoo.co.jpp', 'yahoo.cojp', 'yahoo.c.jp', 'yahoo.jp'],
    ...['yahoo.co', 'yahoo.co.lp', 'yahoo.com.jp', 'yahoo.or.jp', 'yahoo.go.jp', 'yahoo.cp.jp'],
    ...['yaho.co.jp', 'yahooo.co.jp', 'yhoo.co.jp', 'yahho.co.jp', 'yahhoo.co.jp', 'tahoo.co.jp'],
    ...['yaoo.co.jp', 'yhaoo.co.jp', 'yafoo.co.jp', 'uahoo.co.jp', 'yahoi.co.jp', 'ahoo.co.jp'],
    ...['yaho.jp', 'yahoo.vo.jp', 'yahoo.xo.jp', 'yahoo.co.kp'],
  ],
  'yahoo.ne.jp': ['yaho.ne.jp', 'yahooo.ne.jp', 'yahoo.ne.j', 'yahoo.nejp'],
  'docomo.ne.jp': [
    ...['docomo.co.jp', 'docomo.ne.j', 'docomo.ne', 'docomo.nejp', 'docomo.jp', 'docomo.com'],
    ...['docom.ne.jp', 'dokomo.ne.jp', 'docmo.ne.jp', 'docomo.en.jp', 'doccomo.ne.jp'],
    ...['dcomo.ne.jp', 'docomo.me.jp', 'docomo.or.jp', 'docomo.ne.jo', 'docono.ne.jp'],
  ],
  'ezweb.ne.jp': [
    ...['ezweb.co.jp', 'ezweb.ne.j', 'ezweb.ne', 'ezweb.jp', 'ezweb.nejp', 'ezwev.ne.jp'],
    ...['ezwb.ne.jp', 'exweb.ne.jp', 'ezewb.ne.jp', 'ezweb.me.jp'],
  ],
  'au.com': ['au.co', 'au.con', 'au.ne.jp', 'au.co.jp'],
  'softbank.ne.jp': [
    ...['softbank.co', 'softbank.ne', 'softbank.ne.j', 'softbank.nejp', 'softbnk.ne.jp'],
    ...['sofbank.ne.jp', 'softbamk.ne.jp', 'softbank.me.jp'],
  ],
  'i.softbank.jp': ['i.softbank.ne.jp', 'i.softbank.co.jp', 'i.softbank.j', 'i.sofbank.jp'],
  'icloud.com': [
    ...['icloud.co', 'icloud.con', 'icloud.cm', 'icloud.jp', 'icloud.co.jp', 'icloud.ne.jp'],
    ...['iclud.com', 'icoud.com', 'iclod.com', 'icluod.com', 'icloude.com', 'ixloud.com'],
    ...['i-cloud.com', 'icloud.om'],
  ],
  'hotmail.com': [
    'hotmail.co',
    'hotmail.con',
    'hotmail.cm',
    'hotmal.com',
    'hotmial.com',
    'hotmai.com',
  ],
  'hotmail.co.jp': ['hotmal.co.jp', 'hotmial.co.jp', 'hotmai.co.jp', 'hotmail.co.j'],
  'outlook.jp': ['outlok.jp', 'outook.jp', 'outlook.j', 'outlook.co.jp', 'outlook.ne.jp'],
  'outlook.com': ['outlook.co', 'outlook.con', 'outlok.com', 'outook.com', 'outloook.com'],
};

const intended = new Map(
  Object.entries(slips).flatMap(([domain, typed]) => typed.map((slip) => [slip, domain] as const)),
);

/**
 * The intended address if the domain of a canonical one is a known typing error; else undefined. A
 * list instead of a similarity measure: a real domain is never taken for an error because a better
 * known one is close.
 */
export function meantEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = at < 1 ? undefined : intended.get(email.slice(at + 1));
  return domain && `${email.slice(0, at)}@${domain}`;
}
