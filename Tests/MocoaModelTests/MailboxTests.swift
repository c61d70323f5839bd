import MocoaModel
import MocoaTestSupport
import Testing

@MainActor
@Suite("Mailboxes: from any thread to the main actor")
struct MailboxTests {
  @Test("merge posts for a single reader")
  func merging() async {
    let mailbox = Mailbox<[Int]>()
    var reads: [[Int]?] = []
    for number in 0..<5 {
      mailbox.post {
        ($0 ?? []) + [number]
      } completion: {
        reads.append(mailbox.take())
      }
    }
    #expect(reads.isEmpty)
    await eventually("a reader") { !reads.isEmpty }
    await settle()
    #expect(reads == [[0, 1, 2, 3, 4]])
    #expect(mailbox.take() == nil)
    mailbox.post {
      ($0 ?? []) + [5]
    } completion: {
      reads.append(mailbox.take())
    }
    await eventually("another reader") { reads.count == 2 }
    #expect(reads.last == [5])
  }

  @Test("lose nothing and deliver nothing twice, on any threads")
  func threads() async {
    let mailbox = Mailbox<[Int]>()
    let readers = Readers()
    for thread in 0..<4 {
      #expect(
        BackgroundThread.run {
          for number in 0..<2000 {
            mailbox.post {
              ($0 ?? []) + [thread * 2000 + number]
            } completion: {
              readers.found += mailbox.take() ?? []
            }
          }
        })
    }
    await eventually("all of them") { readers.found.count >= 8000 }
    #expect(readers.found.sorted() == Array(0..<8000))
    for thread in 0..<4 {
      let own = readers.found.filter { $0 / 2000 == thread }
      #expect(own == own.sorted())
    }
  }

  @MainActor
  final class Readers {
    var found: [Int] = []
  }
}
