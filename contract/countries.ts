// By their first letter, which stands before the second ones: AD, AE, AF… This list is part of what the login page loads.
const codes =
  'ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY ' +
  'HKMNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM ' +
  'PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS YET ZAMW';

/** ISO 3166-1 alpha-2, all officially assigned codes. */
export const countryCodes: readonly string[] = codes
  .split(' ')
  .flatMap(([first, ...others]) => others.map((letter) => `${first}${letter}`));
