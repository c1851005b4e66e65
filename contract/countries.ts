// Grouped by the first letter, which is followed by the second ones: AD, AE, AF… Written in this short form because the login page loads the list.
const codes =
  'ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY ' +
  'HKMNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM ' +
  'PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS YET ZAMW';

/** ISO 3166-1 alpha-2, all officially assigned codes. */
export const countryCodes: readonly string[] = codes
  .split(' ')
  .flatMap(([first, ...others]) => others.map((letter) => `${first}${letter}`));
