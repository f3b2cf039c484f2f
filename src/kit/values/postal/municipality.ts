/** Municipalities whose names contain 市, 区, 町 or 村 before the end, or 郡 without being in a district. */
const oddCities =
  '(?:宇陀|旭川|伊達|石狩|盛岡|奥州|田村|南相馬|那須塩原|東村山|武蔵村山|羽村|十日町|上越|富山|野々市|大町|蒲郡|四日市|姫路|大和郡山|廿日市|下松|岩国|田川|大村|宮古|富良野|別府|佐伯|黒部|小諸|塩尻|玉野|周南|郡山|郡上|小郡|市川|市原|町田|村山|村上|八日市|余市|高市)市';
const district = '(?:余市|高市|[^市郡]{1,4}?)郡(?:玉村|大町|大村|村田|余市|[^町村]{1,6}?)[町村]';
const cityPattern = new RegExp(
  `^(?:${oddCities}|${district}|(?:[^市区]{1,5}市)?[^町市区]{1,4}?区|.{1,7}?[市町村])`,
);

/** Municipality at the beginning of an address without its prefecture; '' if none is recognised. */
export const municipalityOf = (address: string): string => cityPattern.exec(address)?.[0] ?? '';
