/** The most common passwords in lower case, without those shorter than the minimum. */

const LIST = `
123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 123123 123123123 123321 1234321 12344321
123412 12341234 1234512345 123454321 123456123 123456654321 1234554321 12345654321 123456789a 123456789q
123456789z 12345678a 12345678q 1234567a 1234567q 123456a 123456aa 123456ab 123456abc 123456abcd 123456q
123456qw 123456qwe 123456qwerty 123456s 123456z 12345a 12345ab 12345abc 12345q 12345qw 12345qwe 12345qwert
12345qwerty 12345z 1234abcd 1234asdf 1234qwer 1234rewq 123abc 123abc123 123asd 123asd123 123asdf 123qwe
123qwe123 123qweasd 123qweasdzxc 123qwerty 123654 123654789 123789 123789456 123987 121212 12121212 112233
11223344 1122334455 112211 11112222 111222 111222333 111111 1111111 11111111 111111111 1111111111 102030
10203040 100200 100200300 101010 10101010 110110 110011 123000 124578 125125 131313 13131313 134679 134679852
135790 135791 141414 142536 143143 143444 147147 147258 147258369 147852 147852369 151515 159159 159357
159357456 159753 159753456 159951 161616 171717 181818 191919 192837 192837465 196969 198765 200000 202020
20202020 212121 222222 2222222 22222222 222333 223344 232323 242424 246810 252525 258258 258369 258456 262626
272727 282828 292929 303030 313131 321321 321321321 321654 321654987 323232 333333 3333333 33333333 333666999
343434 353535 363636 369258 369258147 369369 404040 414141 420420 424242 434343 444444 44444444 445566 454545
456123 456456 456456456 456654 456789 456852 464646 474747 484848 494949 505050 515151 525252 535353 543210
545454 555555 5555555 55555555 555666 556677 565656 575757 585858 595959 606060 616161 626262 636363 646464
654123 654321 654654 656565 663366 665544 666666 6666666 66666666 666999 676767 686868 696969 69696969 707070
717171 727272 737373 741741 741852 741852963 747474 753159 753951 757575 765432 7654321 767676 777777 7777777
77777777 777888 778899 787878 789123 789456 789456123 789789 789987 797979 808080 818181 828282 838383 848484
852456 852852 858585 868686 876543 87654321 878787 888888 8888888 88888888 888999 898989 909090 919191 929292
939393 949494 951753 951357 959595 963258 963852 963852741 969696 979797 987456 987456321 987654 9876543
98765432 987654321 9876543210 987987 989898 990990 998877 999888 999999 9999999 99999999 999999999 000000
0000000 00000000 000000000 0000000000 001122 007007 010101 010203 01020304 012345 01234567 012345678 098765
0987654321 0987654 09876543 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz1qaz 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 1qazxsw23edc 2wsx3edc 3edc4rfv 4rfv5tgb 1a2b3c 1a2b3c4d 1a2s3d 1a2s3d4f a1b2c3 a1b2c3d4
a1s2d3 a1s2d3f4 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 z1x2c3 z1x2c3v4 qazwsx qazwsx1 qazwsx12 qazwsx123
qazwsxedc qazwsxedc123 qazqaz qazxsw qazxswedc wsxedc qwaszx qweasd qweasd123 qweasdzx qweasdzxc qweasdzxc123
qweqwe qweqwe123 qweqweqwe qwe123 qwe12345 qwe123456 qwe123qwe qwe321 qwer1234 qwer12345 qwer123456 qwer4321
qwerasdf qwerasdfzxcv qwerqwer qwerty qwerty0 qwerty01 qwerty1 qwerty11 qwerty12 qwerty123 qwerty1234
qwerty12345 qwerty123456 qwerty2 qwerty22 qwerty7 qwerty77 qwerty78 qwerty88 qwerty99 qwertyqwerty qwertyu
qwertyui qwertyuio qwertyuiop qwertyuiop1 qwertyuiop123 qwerty! qwerty1! qwerty123! asdasd asdasd123 asdasdasd
asd123 asd12345 asdf123 asdf1234 asdf12345 asdfasdf asdfgh asdfgh1 asdfgh12 asdfgh123 asdfghj asdfghjk asdfghjkl
asdfghjkl1 asdfqwer asdqwe asdqwe123 asdzxc asdzxc123 zaqwsx zaq12wsx zaq1zaq1 zaq1xsw2 zaq123 zxc123 zxcasd
zxcasdqwe zxcasdqwe123 zxcvbn zxcvbn1 zxcvbn123 zxcvbnm zxcvbnm1 zxcvbnm123 zxczxc zxcv1234 poiuyt poiuytrewq
lkjhgf lkjhgfdsa mnbvcx mnbvcxz ytrewq 0okmnji9 !qaz2wsx !qaz1qaz 1qaz!qaz 1qaz@wsx !@#$%^ !@#$%^& !@#$%^&*
!@#123 @12345 @123456 password password! password. password0 password00 password01 password02 password1
password1! password10 password11 password12 password123 password123! password1234 password12345 password123456
password2 password21 password22 password23 password3 password4 password5 password6 password69 password7
password77 password8 password88 password9 password99 passwords passwort passwort1 password@1 password@123
password@1234 password#1 password_1 passw0rd passw0rd! passw0rd1 passw0rd12 passw0rd123 pass123 pass1234
pass12345 pass123456 pass@123 pass@1234 pass@word1 passpass passme passwd passwrd passphrase p@ssword p@ssword1
p@ssword123 p@ssw0rd p@ssw0rd! p@ssw0rd1 p@ssw0rd12 p@ssw0rd123 p@55w0rd p4ssw0rd p4ssword pa$$word pa$$w0rd
pa55word pa55w0rd mypassword mypass mypass123 newpassword newpass newpass123 oldpassword nopassword
thepassword yourpassword mypassword1 letmein letmein! letmein1 letmein12 letmein123 letmein2 letmein22
letmeinnow welcome welcome! welcome0 welcome01 welcome1 welcome1! welcome12 welcome123 welcome123! welcome1234
welcome2 welcome22 welcome3 welcome@1 welcome@123 welcome@1234 welcome2023 welcome2024 welcome2025 welcome2026
admin1 admin12 admin123 admin123! admin1234 admin12345 admin123456 admin@1 admin@12 admin@123 admin@1234
admin@12345 admin#123 admin_123 admin!23 admin321 admin666 admin888 admin999 admin000 admin001 admin007
admin2020 admin2021 admin2022 admin2023 admin2024 admin2025 admin2026 adminadmin adminpass adminpassword
adminpwd administrator administrator1 administrator123 adm1n123 superadmin superadmin123 superuser sysadmin
webadmin siteadmin masteradmin myadmin adminroot rootadmin rootroot root123 root1234 root12345 root123456
rootpass rootpassword toor123 toortoor default default1 default123 changeme changeme! changeme1 changeme123
changeit change123 change_me changethis secret secret! secret1 secret12 secret123 secret1234 secrets topsecret
mysecret supersecret test12 test123 test1234 test12345 test123456 test@123 test@1234 testing testing1
testing123 testtest testtest1 testpass testpassword tester tester1 tester123 testuser demo123 demo1234 demodemo
guest1 guest123 guest1234 guestguest user12 user123 user1234 user12345 useruser username username1 temp123
temp1234 temppass temporary login1 login123 login1234 loginlogin access access1 access14 access123 master
master1 master12 master123 master1234 masterkey manager manager1 manager123 system system1 system123 server
server1 server123 oracle oracle123 mysql123 postgres postgres1 postgres123 database database1 network network1
cisco123 computer computer1 computer123 internet internet1 internet123 windows windows1 windows10 windows7
microsoft google google1 google123 facebook facebook1 youtube twitter instagram whatsapp yahoo123 gmail123
hotmail samsung samsung1 samsung123 nokia123 iphone iphone1 android blackberry
abc123 abc123! abc1234 abc12345 abc123456 abc123abc abc123def abc321 abcabc abcabc123 abcd12 abcd123 abcd1234
abcd12345 abcd123456 abcd4321 abcd@123 abcd@1234 abc@123 abc@1234 abc@12345 abcdabcd abcde1 abcde12 abcde123
abcde12345 abcdef abcdef1 abcdef12 abcdef123 abcdef1234 abcdefg abcdefg1 abcdefg123 abcdefgh abcdefgh1
abcdefghi abcdefghij abcdefghijk aaaaaa aaaaaaa aaaaaaaa aaaaaaaaaa aaa111 aaa123 aaaa1111 aabbcc aa123456
aa12345678 a12345 a123456 a1234567 a12345678 a123456789 a123123 as123456 asd123456 bbbbbb cccccc dddddd eeeeee
ffffff gggggg hhhhhh iiiiii jjjjjj kkkkkk llllll mmmmmm nnnnnn oooooo pppppp qqqqqq qqqqqqqq qqq111 qq123456
qwq123 rrrrrr ssssss tttttt uuuuuu vvvvvv wwwwww xxxxxx xxxxxxxx yyyyyy zzzzzz zzzzzzzz z123456 x123456 s123456
q123456 w123456 m123456 l123456 k123456 j123456 d123456 c123456 b123456
iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 iloveyou22 iloveyou3 iloveu iloveu1 iloveu2
ilovegod ilovejesus ilovemom ilovemydad ilovehim ilovemyself iloveme iloveme1 imissyou love12 love123 love1234
love12345 loveme loveme1 loveme2 lovely lovely1 loveyou loveyou1 lover1 lovers lovelove loveislife loverboy
lovergirl mylove mylove1 mylove123 truelove forever forever1 forever21 foreverlove kissme kisses hearts
sweetheart sweety sweetie sweet16 darling honey1 honey123 babygirl babygirl1 babygirl12 babyboy babyboy1
baby123 baby12 babyblue babydoll babyface princess princess! princess1 princess12 princess123 princess2 prince
prince1 queen1 king123 angel1 angel12 angel123 angels angels1 angela angelo angelina sunshine sunshine1
sunshine12 sunshine123 sunshine2 sunflower flower flower1 flowers flower123 rainbow rainbow1 butterfly
butterfly1 summer summer1 summer12 summer123 summer2023 summer2024 summer2025 winter winter1 winter123
winter2023 winter2024 winter2025 spring spring1 spring2024 spring2025 autumn autumn1 january february monday
monday1 tuesday friday friday1 sunday saturday november december october september august snowball snowflake
diamond diamond1 silver silver1 golden golden1 purple purple1 orange orange1 yellow yellow1 green1 green123
blue123 blue12 red123 black1 black123 blackie white1 pink123 pinky1 chocolate chocolate1 cookie cookie1 cookie123
cookies candy1 candy123 banana banana1 apple1 apple123 apples cherry cherry1 peaches peanut peanut1 pepper
pepper1 ginger ginger1 coffee coffee1 cheese cheese1 butter pumpkin strawberry blueberry
football football1 football12 football123 soccer soccer1 soccer12 baseball baseball1 basketball basketball1
hockey hockey1 tennis cricket cricket1 cricket123 golfer golfing player player1 chelsea chelsea1 arsenal
arsenal1 liverpool liverpool1 barcelona barcelona1 realmadrid manchester manutd united juventus ronaldo
ronaldo7 ronaldo1 messi10 messi123 cr7cr7 lakers yankees cowboys steelers eagles packers
monkey monkey1 monkey12 monkey123 dragon dragon1 dragon12 dragon123 tigger tigger1 tiger1 tiger123 tigers lion123
lionking panther eagle1 falcon falcon1 phoenix phoenix1 wolf123 wolves shadow shadow1 shadow12 shadow123 ninja1
ninja123 pirate killer killer1 killer123 hunter hunter1 hunter12 hunter123 ranger ranger1 soldier warrior
warrior1 batman batman1 batman123 superman superman1 superman123 spiderman spiderman1 ironman ironman1 avengers
starwars starwars1 startrek pokemon pokemon1 pokemon123 pikachu naruto naruto1 naruto123 minecraft minecraft1
fortnite roblox callofduty matrix matrix1 mustang mustang1 ferrari ferrari1 porsche mercedes corvette camaro
toyota honda1 honda123 yamaha suzuki harley harley1 trustno1 trustno1! trustme whatever whatever1 whatever123
nothing nothing1 anything something everything nobody unknown unknown1 blahblah blink182 slipknot metallica
metallica1 nirvana eminem eminem1 greenday guitar guitar1 music1 music123 rockstar rockstar1 hello1 hello12
hello123 hello1234 hello12345 hellohello hello! hellokitty helloworld helloworld1 hi123456 goodluck goodbye
goodday goodboy goodgirl gorgeous beautiful beautiful1 handsome pretty prettygirl success success1 lucky1
lucky7 lucky13 lucky123 lucky777 luckyone happy1 happy123 happy12 happiness freedom freedom1 liberty victory
winner winner1 champion champion1 legend legends genius genius1 google! secure security security1 security123
jesus1 jesus123 jesus7 jesuschrist christ christian blessed blessed1 heaven heaven1 angelic church praise
godisgood godislove godbless faith1 faith123 family family1 family123 mother mother1 father father1 sister
brother daddy1 daddy123 mommy1 mommy123 mummy123 mummypapa mumdad mompop momdad maadurga
michael michael1 michael123 jordan jordan1 jordan12 jordan23 jordan123 daniel daniel1 daniel123 andrew andrew1
anthony anthony1 thomas thomas1 robert robert1 joseph joseph1 joshua joshua1 matthew matthew1 william william1
charlie charlie1 charlie123 george george1 james1 james123 john123 john1234 johnny johnson jackson jackson1
justin justin1 brandon brandon1 tyler1 austin austin1 hannah hannah1 jessica jessica1 jessica123 jennifer
jennifer1 ashley ashley1 ashley12 amanda amanda1 samantha samantha1 nicole nicole1 michelle michelle1 melissa
stephanie elizabeth elizabeth1 victoria victoria1 natasha alexander alexandra maggie maggie1 bailey bailey1
buster buster1 sophie sophie1 molly1 max123 rocky1 rocky123 snoopy snoopy1 mickey mickey1 minnie garfield
scooby scoobydoo bubbles bubbles1 buttercup smokey smokey1 oliver oliver1 toby123 simba1 simba123
india1 india12 india123 india1234 india@123 india@1234 india1947 india2020 india2024 india2025 indian indian1
indian123 bharat bharat1 bharat123 bharat@123 hindustan jaihind jaihind1 jaihind123 jaimatadi jaishreeram
jaishriram shreeram sairam sairam1 sairam123 omsairam saibaba saibaba1 saibaba123 omnamah omnamahshivaya
harekrishna harehare radhekrishna radharani krishna krishna1 krishna12 krishna123 krishna@123 ganesh ganesh1
ganesh123 ganesha ganapathi hanuman hanuman1 hanuman123 mahadev mahadev1 shiva123 shivshiv lakshmi lakshmi1
lakshmi123 saraswathi durga123 ayyappa ayyappa1 ayyappan swamy123 murugan murugan1 muruga allah1 allah123
allahuakbar bismillah bismillah1 mashallah alhamdulillah inshallah muhammad mohammed mohammad ibrahim
kerala kerala1 kerala12 kerala123 kerala@123 keralam mallu123 malayali malayalam trivandrum trivandrum1
thiruvananthapuram kochi123 cochin cochin1 ernakulam kollam kollam123 kottayam thrissur trissur kozhikode
calicut calicut1 kannur kannur123 palakkad malappuram alappuzha alleppey wayanad idukki pathanamthitta
kasaragod lottery lottery1 lottery12 lottery123 lottery@123 keralalottery bhagyam bhagya bhagyakuri jackpot
jackpot1 lucky888 swarna swarna1 swarna123 swarnachakra chakra chakra1 chakra123 results results1 results123
rahul123 rahul1234 rohit123 rohan123 amit123 amit1234 anil123 anilkumar anoop123 arjun123 ashok123 deepak
deepak1 deepak123 gopal123 harish hari123 kiran123 kumar123 kumar1234 mahesh mahesh123 manoj123 mohan123 mohanlal
mammootty naveen naveen123 nithin praveen praveen123 prakash pradeep pradeep123 raj12345 rajesh rajesh1
rajesh123 rajesh1234 rajkumar ramesh ramesh123 ravi123 ravi1234 sandeep sandeep123 sanjay sanjay123 santosh
sathish satish123 shyam123 sreekumar suresh suresh1 suresh123 sunil123 sunilkumar vijay123 vijay1234 vinod123
vishnu vishnu1 vishnu123 anjali anjali123 aswathy asha123 deepa123 divya123 divya1234 geetha kavitha lekha123
maya123 meera123 neethu nisha123 parvathy pooja123 pooja1234 priya123 priya1234 radha123 rekha123 remya123
sachin sachin1 sachin10 sachin123 dhoni123 dhoni7 virat123 virat18 vkohli rohit45 sandhya sharma123 singh123
sindhu sneha123 sumathi swathi vidya123
company company1 company123 office office1 office123 business business1 marketing sales123 support support1
support123 helpdesk service service1 service123 account account1 accounts finance money1 money123 moneymaker
dollar dollars million millionaire letstry iamgod iamking iamthebest imthebest iamcool iamfine whoami whoareyou
ihateyou fuckyou fuckyou1 fuckyou2 fuckoff fucker asshole asshole1 bitch1 bullshit dickhead pussy1 pussy69
sexy123 sexybaby sexygirl sexyboy sexsex hotgirl playboy playboy1 casper casper1 creative dallas denver london
london1 paris1 paris123 newyork newyork1 america america1 canada canada1 texas1 germany france england scotland
ireland australia dubai123 dubai1 emirates singapore pakistan bangladesh
jordan45 nissan zidane thunder thunder1 lightning storm1 hurricane tornado galaxy galaxy1 planet saturn jupiter
mercury venus1 apollo apollo11 rocket rocket1 space1 star123 stars1 starlight moonlight midnight midnight1
daybreak sunrise sunset sunset1 ocean1 oceans river1 mountain forest island beach1 beaches sandman
1234567890a 1234567890q 123456789abc 1234qwerasdf 1password 1111aaaa 11111a 111111a 1111qqqq 12qwaszx 12qwas
12qw34er 12qw12qw 21qwerty 2000aaaa 2222aaaa 7758258 7758521 5201314 520520 5211314 woaini woaini1314 woaini520
zhang123 wang123 a5201314 1314520 qq1234 q1q1q1 q1q2q3 q2w3e4 w2e3r4 e3w2q1 r4e3w2q1 4321rewq 54321q 654321a
654321q 87654321a 987654321a 9999aaaa zz123456 zzz123 xyz123 xyz12345 xyzxyz aassdd aaasss asasas qwqwqw sdsdsd
zxzxzx wasdwasd wasd123 dvorak colemak correcthorse correcthorsebatterystaple hunter22 opensesame sesame
abracadabra openthedoor letmeinplease knockknock youshallnotpass iforgot iforgot1 forgetit dontforget
remember rememberme nopass nopass123 blank123 empty123 nullnull undefined example example1 example123 sample
sample1 sample123 placeholder string string1 foobar foobar1 foobar123 foofoo barbar qux123 lorem123 loremipsum
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));
