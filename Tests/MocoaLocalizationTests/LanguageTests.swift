import MocoaLocalization
import Testing

@Suite("The language of the user")
struct LanguageTests {
  /// Environment variables, with the language that they select.
  static let environments: [([String: String], Language)] = [
    ([:], .english),
    (["LANG": "zh_CN.UTF-8"], .chinese),
    (["LANG": "zh"], .chinese),
    (["LANG": "ZH_cn"], .chinese),
    (["LANG": "zh_Hans_CN.UTF-8"], .chinese),
    (["LANG": "zh-Hans"], .chinese),
    (["LANG": "zh_SG.UTF-8"], .chinese),
    (["LANG": "zh_TW.UTF-8"], .chinese),
    (["LANG": "zh_HK.Big5"], .chinese),
    (["LANG": "zh.UTF-8@pinyin"], .chinese),
    (["LANG": "zha_CN"], .english),
    (["LANG": "en_GB.UTF-8"], .english),
    (["LANG": "de_DE.UTF-8"], .english),
    (["LANG": "C.UTF-8"], .english),
    (["LANG": ""], .english),
    // The first variable that is set and not empty applies.
    (["LC_ALL": "zh_CN.UTF-8", "LC_MESSAGES": "en_US", "LANG": "en_US"], .chinese),
    (["LC_ALL": "", "LC_MESSAGES": "zh_CN", "LANG": "en_US"], .chinese),
    (["LC_MESSAGES": "en_US", "LANG": "zh_CN"], .english),
    (["LC_ALL": "C", "LANG": "zh_CN.UTF-8"], .english),
    (["LC_CTYPE": "zh_CN.UTF-8"], .english),
    // Several languages in order of preference, except for languages that the program lacks.
    (["LANGUAGE": "zh_CN:en", "LANG": "en_US.UTF-8"], .chinese),
    (["LANGUAGE": "en:zh", "LANG": "zh_CN.UTF-8"], .english),
    (["LANGUAGE": "fr::zh_TW:en", "LANG": "fr_FR.UTF-8"], .chinese),
    (["LANGUAGE": "fr", "LANG": "zh_CN.UTF-8"], .english),
    (["LANGUAGE": "", "LANG": "zh_CN.UTF-8"], .chinese),
    // The locales C and POSIX disable the preferred languages.
    (["LANGUAGE": "zh", "LANG": "C"], .english),
    (["LANGUAGE": "zh", "LC_ALL": "POSIX", "LANG": "zh_CN"], .english),
    (["LANGUAGE": "zh", "LANG": "C.UTF-8"], .english),
    (["LANGUAGE": "zh"], .english),
  ]

  @Test("depends only on the variables of the locale", arguments: environments)
  func choosing(_ environment: [String: String], _ language: Language) {
    #expect(Language { environment[$0] } == language)
  }
}
