internal import MocoaLocalization

extension ColumnFormat {
  /// The day that the cells omit, such as `22 Nov 2026`, or `nil` if they show their days.
  var omittedDay: String? { day.map(Self.text(ofDay:)) }

  /// Returns a day such as `2026-11-22` as people read it, in the language of the program.
  private static func text(ofDay day: String) -> String {
    let parts = day.split(separator: "-")
    guard parts.count == 3, let number = Int(parts[2]) else { return day }
    let year = parts[0]
    return switch parts[1] {
    case "01": localized("\(number) Jan \(year)")
    case "02": localized("\(number) Feb \(year)")
    case "03": localized("\(number) Mar \(year)")
    case "04": localized("\(number) Apr \(year)")
    case "05": localized("\(number) May \(year)")
    case "06": localized("\(number) Jun \(year)")
    case "07": localized("\(number) Jul \(year)")
    case "08": localized("\(number) Aug \(year)")
    case "09": localized("\(number) Sep \(year)")
    case "10": localized("\(number) Oct \(year)")
    case "11": localized("\(number) Nov \(year)")
    default: localized("\(number) Dec \(year)")
    }
  }
}
