/** The structured data (schema.org) of the service and its site; `publicUrl` is the site's address. */
export function structuredData(publicUrl: string) {
  const organisation = `${publicUrl}/#organization`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organisation,
        name: 'たすき',
        url: `${publicUrl}/`,
        logo: `${publicUrl}/icons/icon-512.png`,
      },
      {
        '@type': 'WebSite',
        '@id': `${publicUrl}/#website`,
        name: 'たすき',
        url: `${publicUrl}/`,
        inLanguage: 'ja',
        publisher: { '@id': organisation },
        potentialAction: {
          '@type': 'SearchAction',
          target: `${publicUrl}/search?keyword={keyword}`,
          'query-input': 'required name=keyword',
        },
      },
    ],
  };
}
